"""Costs and savings of NEC's synchronisation counters: the tables and pictures of protocol/synccount/FIGURES.md."""
