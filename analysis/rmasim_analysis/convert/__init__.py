"""Reads programs in formats of other tools and writes them as scenarios."""
