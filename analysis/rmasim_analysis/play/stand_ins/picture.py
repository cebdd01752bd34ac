"""This module replaces rmasim_analysis.picture, because a page has no pictures by matplotlib."""
