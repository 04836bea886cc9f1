// The layouts with their options come along with the algorithms.
@_exported import LayoutKinds
