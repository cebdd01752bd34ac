"""What packets say, in words: how those of kinds and flags make a sentence.

    PUT+LOCK.X+UNLOCK   The single-operation packet: asks for the exclusive lock, carries data that the target writes
                        into its window, and releases the lock. Answered by RMA_DONE_ACK.

Names and words are those of the families' tables, protocol/*/packets.h, by way of scenarios/schema.json.
"""

from dataclasses import dataclass, replace

from .settings import schema

# Operations, locks and what ends an epoch; grants, acknowledgements and data; what goes between processes of a group.
REQUEST, REPLY, SYNCHRONISATION = "request", "reply", "synchronisation"
UNPROVEN = "It is not answered: nothing shows its sender that it has been carried out"
PROOF = "It is not answered: the acknowledgement of a later packet shows that it has been carried out"


@dataclass(frozen=True)
class Kind:
    group: str
    words: str


@dataclass(frozen=True)
class Answers:
    """What answers the packets of a family: the kinds that bring something of their own, and whether a LOCK is answered
    and an UNLOCK. Where they are `apart`, what is due for one request may come in several packets."""

    own: dict
    grants: bool = False
    acknowledges: bool = True
    apart: bool = False


NEWRMA = Answers({"GET": "GET_RESP", "GET_ACC": "GET_ACC_RESP", "FOP": "FOP_RESP", "CAS": "CAS_RESP", "RTS": "CTS"},
                 grants=True)
OLDQUEUE = Answers({"GET": "GET_RESP", "PUT_RTS": "CTS", "ACC_RTS": "CTS", "WIN_INFO_ASK": "WIN_INFO"}, apart=True)
FAMILIES = {"newrma": NEWRMA, "shm": NEWRMA, "oldqueue": OLDQUEUE}
GROUPS = {"request": REQUEST, "reply": REPLY, "group": SYNCHRONISATION}
VOCABULARY = schema()["$defs"]["kind"]
KINDS = {name: Kind(GROUPS[kind["class"]], kind["words"]) for name, kind in VOCABULARY["kinds"].items()}
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


def answers_in(protocol):
    """`protocol`: the settings of a run; None or {}: not known. None: nothing is said of the family's answers."""
    protocol = protocol if isinstance(protocol, dict) else {}
    answers = FAMILIES.get(str(protocol.get("family", "newrma")))
    if answers is OLDQUEUE and protocol.get("unlock") == "local":
        return replace(answers, acknowledges=False)
    return answers


def answers_of(name, protocol=None):
    """The packets that answer, as kinds with flags; empty if none does. A request that the target could not keep is
    granted with RESEND besides."""
    kind, flags = split(name)
    answers = answers_in(protocol)
    if KINDS[kind].group == REPLY or answers is None:
        return []
    unlocks = "UNLOCK" in flags or kind == "UNLOCK"
    granted = answers.grants and not unlocks and (kind == "LOCK" or bool(BEFORE.keys() & flags))
    acknowledged = (unlocks and answers.acknowledges) or "RMA_DONE" in flags or kind == "RMA_DONE"
    parts = [answers.own.get(kind, ""), "LOCK_GRANTED" if granted else "", "RMA_DONE_ACK" if acknowledged else ""]
    parts = [part for part in parts if part]
    together = not answers.apart or kind == "GET"
    return ["+".join(parts)] if together and parts else parts


def explain(name, protocol=None):
    """A kind with its flags, in one to three sentences."""
    kind, flags = split(name)
    clauses = [BEFORE[flag] for flag in flags if flag in BEFORE]
    clauses += [KINDS[kind].words]
    clauses += [AFTER[flag] for flag in flags if flag in AFTER]
    sentence = listed(clauses)
    if BEFORE.keys() & flags and "UNLOCK" in flags:
        sentence = "the single-operation packet: " + sentence
    answers = answers_of(name, protocol)
    if answers:
        sentence += f". Answered by {' and '.join(answers)}"
    elif KINDS[kind].group == REQUEST and answers_in(protocol) is not None:
        sentence += f". {proof_in(protocol)}"
    return sentence[0].upper() + sentence[1:] + "."


def proof_in(protocol):
    return PROOF if answers_in(protocol).acknowledges else UNPROVEN


def listed(clauses):
    """"a", "a, and b", "a; b; and c": clauses may have commas of their own."""
    if len(clauses) < 3:
        return ", and ".join(clauses)
    return "; ".join(clauses[:-1]) + "; and " + clauses[-1]
