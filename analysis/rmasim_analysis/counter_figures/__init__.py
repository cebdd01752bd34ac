"""What NEC's synchronisation counters cost and save: the tables and pictures of protocol/synccount/FIGURES.md."""
