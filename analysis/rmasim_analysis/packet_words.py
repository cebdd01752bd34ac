"""Explains packets in words: a table of kinds, a table of flags, and how they are combined to a sentence.

    PUT+LOCK.X+UNLOCK   The single-operation packet: asks for the exclusive lock, carries data that the target writes
                        into its window, and releases the lock. Answered by RMA_DONE_ACK.

Names and words are those of the families' tables, protocol/*/packets.h.
"""

from dataclasses import dataclass

# Requests: operations, locks, the end of an epoch. Replies: grants, acknowledgements, data. Synchronisation: between
# the processes of a group.
REQUEST, REPLY, SYNCHRONISATION = "request", "reply", "synchronisation"
PROOF = "It is not answered: the acknowledgement of a later packet shows that it has been carried out"


@dataclass(frozen=True)
class Kind:
    group: str
    words: str
    answer: str = ""  # the kind of its answer, where it always has one


KINDS = {
    "PUT": Kind(REQUEST, "carries data that the target writes into its window"),
    "ACC": Kind(REQUEST, "carries data that the target combines with what is in its window"),
    "GET": Kind(REQUEST, "asks for data of the target's window", "GET_RESP"),
    "GET_ACC": Kind(REQUEST, "carries data that the target combines with its window, and asks for what was there "
                             "before", "GET_ACC_RESP"),
    "FOP": Kind(REQUEST, "fetch and op: changes one element of the target's window, and asks for its old value",
                "FOP_RESP"),
    "CAS": Kind(REQUEST, "compare and swap: replaces one element if it is as expected, and asks for its old value",
                "CAS_RESP"),
    "LOCK": Kind(REQUEST, "asks for the lock of the target's window", "LOCK_GRANTED"),
    "UNLOCK": Kind(REQUEST, "releases the lock, and asks whether everything sent before has been carried out",
                   "RMA_DONE_ACK"),
    "RMA_DONE": Kind(REQUEST, "asks whether everything sent before has been carried out", "RMA_DONE_ACK"),
    "COMPLETE": Kind(SYNCHRONISATION, "ends the origin's access epoch: COMPLETE of POST-START-COMPLETE-WAIT, to a "
                                      "target of its group"),
    "LOCK_GRANTED": Kind(REPLY, "grants the lock that was asked for"),
    "RMA_DONE_ACK": Kind(REPLY, "acknowledges: everything sent up to the request has been carried out"),
    "GET_RESP": Kind(REPLY, "brings the data that a GET asked for"),
    "GET_ACC_RESP": Kind(REPLY, "brings what was in the window before a GET_ACC"),
    "FOP_RESP": Kind(REPLY, "brings the element's value before a FOP"),
    "CAS_RESP": Kind(REPLY, "brings the element's value before a CAS"),
    "POST": Kind(SYNCHRONISATION, "opens an exposure epoch: tells an origin of the group that it may access the "
                                  "target's window"),
    "BARRIER": Kind(SYNCHRONISATION, "one round of a barrier among all processes (of a fence, or a call)"),
    "NODE_BARRIER": Kind(SYNCHRONISATION, "one round of a barrier among the processes of a node"),
    "OP_COUNTS": Kind(SYNCHRONISATION, "tells how many operations the sender did to each process, in the place of a "
                                       "barrier"),
    "SEND": Kind(SYNCHRONISATION, "a two-sided message, for a RECV"),
}
# What a flag adds: clauses before those of the kind, and clauses after them.
BEFORE = {
    "LOCK.S": "asks for the shared lock",
    "LOCK.X": "asks for the exclusive lock",
}
AFTER = {
    "RMA_DONE": "asks whether it and everything sent before have been carried out",
    "UNLOCK": "releases the lock",
    "COMPLETE": "ends the origin's access epoch",
    "LOCK_GRANTED": "grants the lock that was asked for",
    "RMA_DONE_ACK": "acknowledges: everything sent up to the request has been carried out",
    "RESEND": "asks for the operation that came with the request again, for there was no room to keep it",
}
FLAGS = BEFORE | AFTER


def split(name):
    """"PUT+LOCK.X": its kind and its flags."""
    kind, *flags = name.split("+")
    return kind, flags


def group_of(name):
    return KINDS[split(name)[0]].group


def answer_of(name):
    """The kind of the packet that answers; "" if none does. If the target had no room to keep the operation, the grant
    also carries RESEND."""
    kind, flags = split(name)
    if KINDS[kind].group == REPLY:
        return ""
    fetched = KINDS[kind].answer if KINDS[kind].answer.endswith("_RESP") else ""
    unlocks = "UNLOCK" in flags or kind == "UNLOCK"
    granted = not unlocks and (kind == "LOCK" or bool(BEFORE.keys() & flags))
    acknowledged = unlocks or "RMA_DONE" in flags or kind == "RMA_DONE"
    parts = [fetched, "LOCK_GRANTED" if granted else "", "RMA_DONE_ACK" if acknowledged else ""]
    return "+".join(part for part in parts if part)


def explain(name):
    """A kind with its flags, in one to three sentences."""
    kind, flags = split(name)
    clauses = [BEFORE[flag] for flag in flags if flag in BEFORE]
    clauses += [KINDS[kind].words]
    clauses += [AFTER[flag] for flag in flags if flag in AFTER]
    sentence = listed(clauses)
    if BEFORE.keys() & flags and "UNLOCK" in flags:
        sentence = "the single-operation packet: " + sentence
    answer = answer_of(name)
    if answer:
        sentence += f". Answered by {answer}"
    elif KINDS[kind].group == REQUEST:
        sentence += f". {PROOF}"
    return sentence[0].upper() + sentence[1:] + "."


def listed(clauses):
    """"a", "a, and b", "a; b; and c": semicolons, because clauses may contain commas."""
    if len(clauses) < 3:
        return ", and ".join(clauses)
    return "; ".join(clauses[:-1]) + "; and " + clauses[-1]
