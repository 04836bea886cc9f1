// The layouts and their options are exported together with the algorithms.
@_exported import LayoutKinds
