"""Marks, which ctest turns into labels: `slow` is for what takes seconds and is part of CI; `long` is for what takes
longer and shows what a shorter test shows nearly as well. `again` runs every scenario once more in another way, or
what the corpus runs as well, which would show the sanitizers nothing new: their builds leave it out."""


def pytest_configure(config):
    config.addinivalue_line("markers", "long: not among the fast tests")
    config.addinivalue_line("markers", "slow: not among the fast tests, but part of CI")
    config.addinivalue_line("markers", "again: what other tests run as well; not with the sanitizers")
