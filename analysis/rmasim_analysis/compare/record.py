"""The record of a side in a comparison: a JSON object whose size does not depend on the number of ranks."""

from ..figures import memory_bound_bytes

PURPOSES = ("data", "lock", "completion", "synchronisation", "announcement", "window", "message")
# Members that only some runs have.
PERHAPS = ("network_preset", "tables", "fall_backs", "lock_waits", "queue", "mutexes")
UNKNOWN = "unknown"  # the purpose of a packet that no family has in this version
MAX_STUCK = 16  # the maximum number of listed blocked calls; there may be as many blocked calls as ranks


def record_of(played, families):
    """The record of a side. `families` are the families as `rmasim families` lists them."""
    side, result = played.side, played.result
    record = {"name": side.name, "file": side.file, "recorded": side.is_result, "set": list(side.changes),
              "left_out": list(side.left_out), "status": "compared" if result else "not_run"}
    if side.variant:
        record["variant"] = side.variant
    if played.tuned:
        record["tuned"] = played.tuned
    if result is None:
        missing_calls = [{"call": call, "place": location} for location, call in played.missing_calls]
        return record | {"family": side.family, "refusal": played.refusal, "lacks": missing_calls}
    family = family_of(result)
    record |= {"scenario": result["scenario"], "family": family, "ranks": result["ranks"], "seed": result["seed"],
               "outcome": result["outcome"], "cause": result.get("cause", ""), "stuck": stuck(result),
               "time_ns": result.get("time_ns"), "messages": messages(result["messages"], families.get(family)),
               "time_spent": result.get("time_spent", {}), "elements": result.get("elements", {}),
               "memory_bytes_per_rank": memory(result)}
    record |= {part: result[part] for part in PERHAPS if part in result}
    if links := links_of(result):
        record["network"] = links
    return record | {"digest": result["digest"]}


def family_of(result):
    protocol = result["settings"].get("protocol")
    return str(protocol.get("family", UNKNOWN)) if isinstance(protocol, dict) else UNKNOWN


def links_of(result):
    """The latency and the bandwidth of a result's network. Empty if the settings do not have them."""
    platform = result["settings"].get("platform")
    network = platform.get("network") if isinstance(platform, dict) else None
    keys = ("latency_ns", "bandwidth_gbps")
    return {key: network[key] for key in keys if key in network} if isinstance(network, dict) else {}


def stuck(result):
    found = result.get("stuck", [])
    return {"total": len(found), "first": found[:MAX_STUCK]}


def memory(result):
    """The bytes of protocol state of the rank with most bytes. "promised" is the bound that follows from the settings.
    """
    use = result.get("memory_bytes_per_rank")
    if not use:
        return {}
    kept = {part: use[part] for part in ("total", "engine", "tables", "pools") if part in use}
    whole = {"engine", "tables", "pools_bound"} <= use.keys()
    return kept | ({"promised": memory_bound_bytes(result)} if whole and use["pools_bound"] else {})


def messages(counts, family):
    """The counts of packets by kind, by purpose and by part. A packet of one purpose may carry flags of other purposes.
    """
    by_kind = dict(sorted(counts["by_kind"].items()))
    own, riding, kinds, flags = {}, {}, {}, {}
    for name, count in by_kind.items():
        kind, *carried = name.split("+")
        purpose = purpose_of(family, "kinds", kind)
        own[purpose] = own.get(purpose, 0) + count
        kinds[kind] = kinds.get(kind, 0) + count
        for flag in carried:
            flags[flag] = flags.get(flag, 0) + count
        for other in {purpose_of(family, "flags", flag) for flag in carried} - {purpose}:
            riding[other] = riding.get(other, 0) + count
    by_purpose = {purpose: {"packets": own.get(purpose, 0), "riding": riding.get(purpose, 0)}
                  for purpose in (*PURPOSES, UNKNOWN) if purpose in own or purpose in riding}
    found = {"total": counts["total"], "bytes": counts["bytes"], "by_kind": by_kind, "by_purpose": by_purpose,
             "kinds": kinds, "flags": dict(sorted(flags.items())), "by_reason": counts.get("by_reason")}
    return found | ({"to_itself": to_itself(counts["by_pair"])} if "by_pair" in counts else {})


def to_itself(by_pair):
    """The number of packets of each kind that ranks send to themselves."""
    found = {}
    for pair, kinds in by_pair.items():
        source, _, target = pair.partition(">")
        for name, number in kinds.items() if source == target else ():
            kind = name.partition("+")[0]
            found[kind] = found.get(kind, 0) + number
    return dict(sorted(found.items()))


def purpose_of(family, table, name):
    known = (family or {}).get(table, {})
    return known[name]["purpose"] if name in known else UNKNOWN
