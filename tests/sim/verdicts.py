"""Derives the verdicts of runs and explorations from the figures of their JSON results. The verdict of the program must
claim what these functions compute. Each function returns a list of the errors in a verdict."""

import re
from decimal import ROUND_HALF_UP, Decimal

USES = {
    "computation of the program": "compute_ns", "entering calls": "call_ns", "filling operation elements": "post_ns",
    "searching target elements": "search_ns", "walking over tables": "walk_ns", "building packets": "send_ns",
    "dispatching packets": "handle_ns", "copying data": "copy_ns", "memory barriers": "mem_sync_ns",
    "locking mutexes": "mutex_ns", "flushing caches": "cache_ns",
    "waiting in barriers and fences": "wait_barrier_ns", "waiting for locks": "wait_lock_ns",
    "waiting for operations to complete": "wait_operations_ns", "waiting for acknowledgements": "wait_ack_ns",
    "waiting for elements": "wait_element_ns", "waiting for POST": "wait_post_ns",
    "waiting for COMPLETE": "wait_complete_ns", "waiting for messages": "wait_message_ns",
    "waiting for mutexes": "wait_mutex_ns", "waiting for data to leave the user's memory": "wait_send_ns",
    "waiting for operations that other ranks count": "wait_counts_ns",
    "waiting for the arguments of WIN_CREATE": "wait_info_ns", "waiting for signals": "wait_counter_ns",
    "waiting for threads of the rank": "wait_thread_ns", "the work of progress agents": "agent_ns",
}
KINDS = {
    "a violated invariant": "invariant", "a failed assertion of the protocol": "protocol error",
    "a value out of range": "out of range", "a broken rule of MPI": "erroneous",
    "a crash of the simulated library": "crash", "a failed assertion of the simulated library": "assertion",
    "a deadlock": "deadlock", "a livelock": "livelock", "the death of a rank": "lost_rank",
    "a lost packet": "lost_packet", "a wrong value": "expectation",
}


def number(text):
    return int(text.replace(",", ""))


def share(part, whole):
    """The share as the verdict must write it, rounded half up to whole percents."""
    percent = (Decimal(100 * part) / Decimal(whole)).quantize(Decimal(1), ROUND_HALF_UP)
    return f"{percent} % of the time" if percent else "less than 1 % of the time"


def time_claim(result):
    spent = result["time_spent"]
    total, most = sum(spent.values()), max(spent.values())
    if total == 0:
        return ["no time passes"]
    return [f"{share(most, total)} is {words}" for words, cause in USES.items() if spent.get(cause) == most]


def resource_claims(result):
    """All texts that are right for the scarcest resource."""
    tables, pools = result.get("tables", {}).values(), result["elements"]
    fall_backs = sum(use["fall_backs"]["count"] for use in tables)
    restored = sum(use["targets_restored"] for use in tables)
    if fall_backs:
        times = "1 time" if fall_backs == 1 else f"{fall_backs:,} times"
        return [f"LOCK_ALL falls back {times}, because a target element is missing"]
    if restored:
        verb = "1 target element is freed" if restored == 1 else f"{restored:,} target elements are freed"
        return [f"{verb} for other targets"]
    waited = max((use["time_waited_ns"] for use in pools.values()), default=0)
    if waited:
        kinds = {name.partition(".")[0] for name, use in pools.items() if use["time_waited_ns"] == waited}
        words = {"op": "operation elements", "target": "target elements"}
        return [f"calls wait for {words[kind]} ({share(waited, sum(result['time_spent'].values()))})"
                for kind in kinds]
    exhausted = max((use["times_exhausted"] for use in pools.values()), default=0)
    if exhausted:
        return [exhausted_claim(name, pools) for name, use in pools.items() if use["times_exhausted"] == exhausted]
    fullest = max((use["high_water"] / max(use["size"], 1) for use in pools.values()), default=0)
    if fullest:
        return [f"at most {use['high_water']:,} of {use['size']:,} elements of {name} "
                f"{'is' if use['high_water'] == 1 else 'are'} in use"
                for name, use in pools.items() if abs(use["high_water"] / max(use["size"], 1) - fullest) < 1e-9]
    return [other_claim(result)]


def exhausted_claim(name, pools):
    times = pools[name]["times_exhausted"]
    kind, level, *_ = name.split(".")
    stood_in = level == "local" and pools[f"{kind}.global"]["times_exhausted"] == 0
    return (f"{name} is exhausted {'1 time' if times == 1 else f'{times:,} times'}, "
            f"{'and the global pool stands in' if stood_in else 'but no call waits'}")


def other_claim(result):
    queued = result.get("queue", {}).get("max_requests", 0)
    if queued:
        return f"at most {'1 request is' if queued == 1 else f'{queued:,} requests are'} queued at a rank"
    mutexes = result.get("mutexes", {"taken": 0})
    if mutexes["taken"]:
        return f"{mutexes['contended']:,} of {mutexes['taken']:,} mutexes are taken after waiting"
    total = result["messages"]["total"]
    return "1 packet is sent" if total == 1 else f"{total:,} packets are sent"


def outcome_claim(result):
    stuck, cycle = len(result.get("stuck", [])), len(result.get("cycle", []))
    forever = ("1 call waits forever" if stuck == 1 else f"{stuck:,} calls wait forever") + (
        f", in a cycle of {cycle} ranks" if cycle else "")
    pairs = result.get("semantics", {}).get("total", 0)
    failed = len(result.get("expectations_failed", []))
    dead = result.get("faults", {}).get("ranks_died", {}).get("total", 0)
    lost = result.get("faults", {}).get("packets_lost", {}).get("total", 0)
    stale = result.get("stale_reads", {}).get("total", 0)
    outcome = result["outcome"]
    if outcome == "deadlock":
        return forever
    if outcome == "erroneous" and pairs:
        model = result["semantics"]["model"]
        return f"{'1 pair of accesses is' if pairs == 1 else f'{pairs:,} pairs of accesses are'} erroneous under the " \
               f"{model} memory model"
    if outcome == "erroneous":
        return "1 call breaks a rule of MPI" if stuck < 2 else f"{stuck:,} calls break a rule of MPI"
    if outcome == "lost_rank":
        return f"{'1 rank dies' if dead == 1 else f'{dead:,} ranks die'}, {forever}"
    if outcome == "lost_packet":
        return "1 packet is lost" if lost == 1 else f"{lost:,} packets are lost"
    if outcome in ("assertion", "crash"):
        return {"assertion": "an assertion of the simulated library fails",
                "crash": "the simulated library crashes"}[outcome]
    if failed:
        return "1 expectation is not met" if failed == 1 else f"{failed:,} expectations are not met"
    if stale:
        return "1 load returns a stale value" if stale == 1 else f"{stale:,} loads return a stale value"
    return ""


def sentence(text):
    return text[0].upper() + text[1:] + "."


def errors_of_run(result):
    reason = outcome_claim(result)
    claims = [reason] if reason else [f"{time}; {resource}" for time in time_claim(result)
                                      for resource in resource_claims(result)]
    right = set(map(sentence, claims))
    return [] if result["verdict"] in right else [f"{result['verdict']!r} is not among {sorted(right)}"]


def errors_of_exploration(found):
    failing, runs, ends = found["failing"], found["executions"], len(found["end_states"])
    executions = "1 execution" if runs == 1 else f"{runs:,} executions"
    limit = "" if found["exhausted"] else ", but the search is not complete"
    first = f"None of {executions} fails{limit}." if not failing else ""
    verdict = found["verdict"]
    errors = []
    if failing:
        match = re.match(r"([\d,]+) of ([\d,]+) executions? fails?: (.*?)(, but the search is not complete)?\.",
                         verdict)
        counts = {}
        for one in found["failures"]:
            runs_of, causes = counts.get(one["kind"], (0, 0))
            counts[one["kind"]] = (runs_of + one["executions"], causes + 1)
        claimed = {KINDS[words]: (number(count), number(causes or "1")) for count, words, causes in
                   re.findall(r"([\d,]+) by (a [\w ]+?|the [\w ]+?)(?: \(([\d,]+) causes\))?(?=, |$)", match[3])}
        if (number(match[1]), number(match[2]), claimed) != (failing, runs, counts):
            errors.append(f"{verdict!r}: {failing} of {runs} fail, {counts}")
        if (match[4] or "") != limit:
            errors.append(f"{verdict!r}: exhausted is {found['exhausted']}")
        first = match[0]
    total = found["messages"]["total"]
    bounds = total["least"], total["most"]
    packets = ("" if bounds[0] == bounds[1] else f"{bounds[0]:,} to ") + (
        "1 packet" if bounds[1] == 1 else f"{bounds[1]:,} packets")
    second = f" There {'is' if ends == 1 else 'are'} {'1 end state' if ends == 1 else f'{ends:,} end states'}, with " \
             f"{packets}." if ends else ""
    return errors if verdict == first + second else [*errors, f"{verdict!r} is not {first + second!r}"]
