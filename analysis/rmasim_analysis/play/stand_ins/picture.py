"""In place of rmasim_analysis.picture: what matplotlib draws is not in a page."""
