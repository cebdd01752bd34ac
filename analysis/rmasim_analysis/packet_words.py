"""Descriptions of packets: sentences built from the words of kinds and flags.

    PUT+LOCK.X+UNLOCK   The single-operation packet: asks for the exclusive lock, carries data that the target writes
                        into its window, and releases the lock. Answered by RMA_DONE_ACK.

Names and words are from the families' tables, protocol/*/packets.h, by way of scenarios/schema.json.
"""

from dataclasses import dataclass, replace

from .settings import schema

# Operations, locks and ends of epochs; then grants, acknowledgements and data; then packets between processes of a
# group.
REQUEST, REPLY, SYNCHRONISATION = "request", "reply", "synchronisation"
UNPROVEN = "It is not answered: nothing shows its sender that it has been carried out"
PROOF = "It is not answered: the acknowledgement of a later packet shows that it has been carried out"
COUNTED = ("It is not answered: packets of a pair stay in order, and a later one asks for an ACK or lowers the "
           "target's counter")


@dataclass(frozen=True)
class Kind:
    group: str
    words: str


@dataclass(frozen=True)
class Answers:
    """The answers to a family's packets: for each kind its answers, and the answers to a LOCK and an UNLOCK. If they
    are `apart`, the answers to one request may be several packets."""

    own: dict
    grants: bool = False
    acknowledges: bool = True
    apart: bool = False

    @property
    def proof(self):
        return PROOF if self.acknowledges else UNPROVEN

    def of(self, kind, flags):
        """The answers to a packet. A request that the target could not keep is also granted with RESEND."""
        unlocks = "UNLOCK" in flags or kind == "UNLOCK"
        granted = self.grants and not unlocks and (kind == "LOCK" or any(flag in BEFORE for flag in flags))
        acknowledged = (unlocks and self.acknowledges) or "RMA_DONE" in flags or kind == "RMA_DONE"
        parts = [self.own.get(kind, ""), "LOCK_GRANTED" if granted else "", "RMA_DONE_ACK" if acknowledged else ""]
        parts = [part for part in parts if part]
        together = not self.apart or kind == "GET"
        return ["+".join(parts)] if together and parts else parts

    def before(self, kind, flags):
        """Answers that may come earlier, while the target cannot execute the request."""
        return []


@dataclass(frozen=True)
class Ch3Answers:
    """The answers of ch3: a response, or the answer to the operation that carries LOCK, contains the grant and the
    acknowledgement."""

    reads: dict
    proof: str = COUNTED

    def of(self, kind, flags):
        locks = any(flag in BEFORE for flag in flags)
        acked = ["ACK"] if {"UNLOCK", "FLUSH"} & {kind, *flags} and "NO_ACK" not in flags else []
        granted = ["GRANTED"] if locks else []
        if kind in self.reads:
            immediate = ["IMMED"] if {"IMMED", "IMMED_RESP"} & set(flags) else []
            return ["+".join([self.reads[kind], *immediate, *acked, *granted])]
        if kind == "LOCK":
            return ["LOCK_ACK+GRANTED"]
        return ["+".join(["LOCK_OP_ACK", *acked, *granted])] if locks else acked

    def before(self, kind, flags):
        if kind == "LOCK":
            return ["LOCK_ACK+QUEUED", "LOCK_ACK+DISCARDED"]
        if not any(flag in BEFORE for flag in flags):
            return []
        # If the data were dropped, the lock is granted as for a LOCK, and the operation is sent again without it.
        again = self.of(kind, [flag for flag in flags if flag not in BEFORE])
        return ["LOCK_OP_ACK+QUEUED", "LOCK_OP_ACK+DISCARDED", "LOCK_OP_ACK+DATA_DISCARDED", "LOCK_ACK+GRANTED", *again]


@dataclass(frozen=True)
class OneAnswer:
    """Answers of families in which each request has one answer and nothing is piggybacked."""

    answers: dict
    proof: str = UNPROVEN

    def of(self, kind, _flags):
        return [self.answers[kind]] if kind in self.answers else []

    def before(self, _kind, _flags):
        return []


NEWRMA = Answers({"GET": "GET_RESP", "GET_ACC": "GET_ACC_RESP", "FOP": "FOP_RESP", "CAS": "CAS_RESP", "RTS": "CTS"},
                 grants=True)
OLDQUEUE = Answers({"GET": "GET_RESP", "PUT_RTS": "CTS", "ACC_RTS": "CTS", "WIN_INFO_ASK": "WIN_INFO"}, apart=True)
CH3 = Ch3Answers({"GET": "GET_RESP", "GET_ACC": "GET_ACC_RESP", "FOP": "FOP_RESP", "CAS": "CAS_RESP"})
SYNCCOUNT = Answers({"GET": "GET_RESP"})
CH4 = OneAnswer({"PUT": "PUT_ACK", "ACC": "ACC_ACK", "GET": "GET_RESP", "GET_ACC": "GET_ACC_RESP", "FOP": "FOP_RESP",
                 "CAS": "CAS_RESP", "LOCK": "LOCK_ACK", "UNLOCK": "UNLOCK_ACK", "LOCKALL": "LOCKALL_ACK",
                 "UNLOCKALL": "UNLOCK_ACK"})
# Kinds of long messages, in every family.
MESSAGES = {"SEND_RTS": ["SEND_CTS"], "SEND_CTS": ["SEND_DATA"]}
FAMILIES = {"newrma": NEWRMA, "shm": NEWRMA, "oldqueue": OLDQUEUE, "ch3": CH3, "synccount": SYNCCOUNT,
            "ch4": CH4}
GROUPS = {"request": REQUEST, "reply": REPLY, "group": SYNCHRONISATION}
VOCABULARY = schema()["$defs"]["kind"]
KINDS = {name: Kind(GROUPS[kind["class"]], kind["words"]) for name, kind in VOCABULARY["kinds"].items()}
FLAGS = VOCABULARY["flags"]
# The words of a flag come before or after the kind's words.
BEFORE = {name: words for name, words in FLAGS.items() if name.startswith("LOCK.")}
AFTER = {name: words for name, words in FLAGS.items() if name not in BEFORE}


def split(name):
    """Splits "PUT+LOCK.X" into its kind and its flags."""
    kind, *flags = name.split("+")
    return kind, flags


def group_of(name):
    return KINDS[split(name)[0]].group


def answers_in(protocol):
    """The Answers of the run's family. `protocol`: the settings of a run; None or {}: unknown. None if the family's
    answers are not described."""
    protocol = protocol if isinstance(protocol, dict) else {}
    answers = FAMILIES.get(str(protocol.get("family", "newrma")))
    if answers is OLDQUEUE and protocol.get("unlock") == "local":
        return replace(answers, acknowledges=False)
    return answers


def answers_of(name, protocol=None):
    """The packets that answer, as kinds with flags; empty if none does."""
    kind, flags = split(name)
    answers = answers_in(protocol)
    if kind in MESSAGES:
        return MESSAGES[kind]
    return [] if KINDS[kind].group == REPLY or answers is None else answers.of(kind, flags)


def answers_before(name, protocol=None):
    """The answers that may come earlier, since the target cannot execute the request yet."""
    kind, flags = split(name)
    answers = answers_in(protocol)
    return [] if KINDS[kind].group == REPLY or answers is None else answers.before(kind, flags)


def explain(name, protocol=None):
    """Describes a kind with its flags, in one to three sentences."""
    kind, flags = split(name)
    clauses = [BEFORE[flag] for flag in flags if flag in BEFORE]
    clauses += [KINDS[kind].words]
    clauses += [AFTER[flag] for flag in flags if flag in AFTER]
    sentence = listed(clauses)
    if any(flag in BEFORE for flag in flags) and "UNLOCK" in flags:
        sentence = "the single-operation packet: " + sentence
    answers = answers_of(name, protocol)
    if answers:
        sentence += f". Answered by {' and '.join(answers)}"
    elif KINDS[kind].group == REQUEST and answers_in(protocol) is not None:
        sentence += f". {answers_in(protocol).proof}"
    return sentence[0].upper() + sentence[1:] + "."


def listed(clauses):
    """Joins clauses: "a", "a, and b", "a; b; and c". Clauses may contain commas."""
    if len(clauses) < 3:
        return ", and ".join(clauses)
    return "; ".join(clauses[:-1]) + "; and " + clauses[-1]
