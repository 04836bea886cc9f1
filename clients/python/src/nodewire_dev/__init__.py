"""Tools that judge a server: transcripts are run, sessions are made up and held against the laws of the protocol."""
