"""Where an analysis begins: what a file defines is entered, on what its parameters may be."""
