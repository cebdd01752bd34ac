"""What packets say, in words: how those of kinds and flags make a sentence.

    PUT+LOCK.X+UNLOCK   The single-operation packet: asks for the exclusive lock, carries data that the target writes
                        into its window, and releases the lock. Answered by RMA_DONE_ACK.

Names and words are those of the families' tables, protocol/*/packets.h, by way of scenarios/schema.json.
"""

from dataclasses import dataclass

from .settings import schema

# Operations, locks and what ends an epoch; grants, acknowledgements and data; what goes between processes of a group.
REQUEST, REPLY, SYNCHRONISATION = "request", "reply", "synchronisation"
PROOF = "It is not answered: the acknowledgement of a later packet shows that it has been carried out"


@dataclass(frozen=True)
class Kind:
    group: str
    words: str
    answer: str = ""  # the kind of its answer, where it always has one


# The kinds of the answers of those that always have one.
ANSWERS = {"GET": "GET_RESP", "GET_ACC": "GET_ACC_RESP", "FOP": "FOP_RESP", "CAS": "CAS_RESP", "LOCK": "LOCK_GRANTED",
           "UNLOCK": "RMA_DONE_ACK", "RMA_DONE": "RMA_DONE_ACK", "RTS": "CTS",
           "PUT_RTS": "CTS", "ACC_RTS": "CTS"}
GROUPS = {"request": REQUEST, "reply": REPLY, "group": SYNCHRONISATION}
VOCABULARY = schema()["$defs"]["kind"]
KINDS = {name: Kind(GROUPS[kind["class"]], kind["words"], ANSWERS.get(name, ""))
         for name, kind in VOCABULARY["kinds"].items()}
FLAGS = VOCABULARY["flags"]
# What a flag adds is said before the kind's own words or after them.
BEFORE = {name: words for name, words in FLAGS.items() if name.startswith("LOCK.")}
AFTER = {name: words for name, words in FLAGS.items() if name not in BEFORE}


def split(name):
    """"PUT+LOCK.X": its kind and its flags."""
    kind, *flags = name.split("+")
    return kind, flags


def group_of(name):
    return KINDS[split(name)[0]].group


def answer_of(name):
    """The kind of the packet that answers; "" if none does. A request that the target could not keep is granted with
    RESEND besides."""
    kind, flags = split(name)
    if KINDS[kind].group == REPLY:
        return ""
    own = KINDS[kind].answer if KINDS[kind].answer.endswith(("_RESP", "CTS")) else ""
    unlocks = "UNLOCK" in flags or kind == "UNLOCK"
    granted = not unlocks and (kind == "LOCK" or bool(BEFORE.keys() & flags))
    acknowledged = unlocks or "RMA_DONE" in flags or kind == "RMA_DONE"
    parts = [own, "LOCK_GRANTED" if granted else "", "RMA_DONE_ACK" if acknowledged else ""]
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
    """"a", "a, and b", "a; b; and c": clauses may have commas of their own."""
    if len(clauses) < 3:
        return ", and ".join(clauses)
    return "; ".join(clauses[:-1]) + "; and " + clauses[-1]
