"""Descriptions of packets. A description consists of the words for the packet's kind and flags.

    PUT+LOCK.X+UNLOCK   The single-operation packet: requests the exclusive lock; carries data that the target writes
                        into its window; and releases the lock. Answered by RMA_DONE_ACK.

Names and words are from the tables of the families (protocol/*/packets.h). The module reads them in
scenarios/schema.json.
"""

from dataclasses import dataclass, replace

from .settings import schema

# The groups of packets. REQUEST: operations, locks and ends of epochs. REPLY: grants, acknowledgements and data.
# SYNCHRONISATION: packets between the processes of a group.
REQUEST, REPLY, SYNCHRONISATION = "request", "reply", "synchronisation"
UNPROVEN = "It is not answered: no packet shows its sender that it is applied"
PROOF = "It is not answered: the acknowledgement of a later packet shows that it is applied"
COUNTED = ("It is not answered: packets of a pair stay in order, and a later packet requests an ACK or decrements "
           "the target's counter")


@dataclass(frozen=True)
class Kind:
    group: str
    words: str


@dataclass(frozen=True)
class Answers:
    """The answers to the packets of a family: the answers to each kind, and those to a LOCK and an UNLOCK. If `apart`
    is true, one request may have several packets as its answers."""

    own: dict
    grants: bool = False
    acknowledges: bool = True
    apart: bool = False

    @property
    def proof(self):
        return PROOF if self.acknowledges else UNPROVEN

    def of(self, kind, flags):
        """The answers to a packet. If the target could not store the request, the grant has the flag RESEND."""
        unlocks = "UNLOCK" in flags or kind == "UNLOCK"
        granted = self.grants and not unlocks and (kind == "LOCK" or any(flag in BEFORE for flag in flags))
        acknowledged = (unlocks and self.acknowledges) or "RMA_DONE" in flags or kind == "RMA_DONE"
        parts = [self.own.get(kind, ""), "LOCK_GRANTED" if granted else "", "RMA_DONE_ACK" if acknowledged else ""]
        parts = [part for part in parts if part]
        together = not self.apart or kind == "GET"
        return ["+".join(parts)] if together and parts else parts

    def before(self, kind, flags):
        """The answers that may arrive earlier, while the target cannot execute the request."""
        return []


@dataclass(frozen=True)
class Ch3Answers:
    """The answers of family ch3. A response contains the grant and the acknowledgement. The answer to an operation
    with LOCK contains them, too."""

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
        # If the target dropped the data, it grants the lock as for a LOCK, and the origin sends the operation again
        # without LOCK.
        again = self.of(kind, [flag for flag in flags if flag not in BEFORE])
        return ["LOCK_OP_ACK+QUEUED", "LOCK_OP_ACK+DISCARDED", "LOCK_OP_ACK+DATA_DISCARDED", "LOCK_ACK+GRANTED", *again]


@dataclass(frozen=True)
class OneAnswer:
    """The answers of families in which each request has one answer, and no flag is piggybacked."""

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
# The answers to the packets of long messages. They are the same in every family.
MESSAGES = {"SEND_RTS": ["SEND_CTS"], "SEND_CTS": ["SEND_DATA"], "SSEND": ["SSEND_ACK"]}
FAMILIES = {"newrma": NEWRMA, "shm": NEWRMA, "oldqueue": OLDQUEUE, "ch3": CH3, "synccount": SYNCCOUNT,
            "ch4": CH4}
GROUPS = {"request": REQUEST, "reply": REPLY, "group": SYNCHRONISATION}
VOCABULARY = schema()["$defs"]["kind"]
KINDS = {name: Kind(GROUPS[kind["class"]], kind["words"]) for name, kind in VOCABULARY["kinds"].items()}
FLAGS = VOCABULARY["flags"]
# The words of these flags precede the words of the kind. The words of other flags follow them.
BEFORE = {name: words for name, words in FLAGS.items() if name.startswith("LOCK.")}
AFTER = {name: words for name, words in FLAGS.items() if name not in BEFORE}


def split(name):
    """The kind and the flags of a packet: "PUT+LOCK.X" gives "PUT" and ["LOCK.X"]."""
    kind, *flags = name.split("+")
    return kind, flags


def group_of(name):
    return KINDS[split(name)[0]].group


def answers_in(protocol):
    """The Answers of a run's family. `protocol` is the settings of the run's protocol. It is None or {} if they are
    unknown. The result is None if the family's answers are not described."""
    protocol = protocol if isinstance(protocol, dict) else {}
    answers = FAMILIES.get(str(protocol.get("family", "newrma")))
    if answers is OLDQUEUE and protocol.get("unlock") == "local":
        return replace(answers, acknowledges=False)
    return answers


def answers_of(name, protocol=None):
    """The packets that answer a packet, as kinds with flags. Empty if no packet answers it."""
    kind, flags = split(name)
    answers = answers_in(protocol)
    if kind in MESSAGES:
        return MESSAGES[kind]
    return [] if KINDS[kind].group == REPLY or answers is None else answers.of(kind, flags)


def answers_before(name, protocol=None):
    """The answers that may arrive earlier, because the target cannot execute the request yet."""
    kind, flags = split(name)
    answers = answers_in(protocol)
    return [] if KINDS[kind].group == REPLY or answers is None else answers.before(kind, flags)


def explain(name, protocol=None):
    """Describes a kind with its flags in one to three sentences."""
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
    """Joins clauses of a sentence: "a", "a, and b", "a; b; and c". Clauses may contain commas."""
    if len(clauses) < 3:
        return ", and ".join(clauses)
    return "; ".join(clauses[:-1]) + "; and " + clauses[-1]
