"""Replaces rmasim_analysis.picture: a page has no pictures by matplotlib."""
