// Descriptions of packets, as packet_words.py gives them for `rmasim report`; a test compares both. The names and words
// of kinds and flags are in the schema of scenarios.

const UNPROVEN = "It is not answered: no packet shows its sender that it is applied";
const PROVEN = "It is not answered: the acknowledgement of a later packet shows that it is applied";
const COUNTED = "It is not answered: packets of a pair stay in order, and a later packet requests an ACK or " +
  "decrements the target's counter";
const READS = { GET: "GET_RESP", GET_ACC: "GET_ACC_RESP", FOP: "FOP_RESP", CAS: "CAS_RESP" };
const LONG_MESSAGES = { SEND_RTS: ["SEND_CTS"], SEND_CTS: ["SEND_DATA"], SSEND: ["SSEND_ACK"] };
const GROUPS_OF_CLASSES = { request: "request", reply: "reply", group: "synchronisation" };

const isBefore = (flag) => flag.startsWith("LOCK.");

// The answers of families with piggybacked locks and acknowledgements. With `apart`, one request may have several.
function piggybacked({ own, grants = false, acknowledges = true, apart = false }) {
  const of = (kind, flags) => {
    const unlocks = flags.includes("UNLOCK") || kind === "UNLOCK";
    const granted = grants && !unlocks && (kind === "LOCK" || flags.some(isBefore));
    const acknowledged = (unlocks && acknowledges) || flags.includes("RMA_DONE") || kind === "RMA_DONE";
    const parts = [own[kind], granted && "LOCK_GRANTED", acknowledged && "RMA_DONE_ACK"].filter(Boolean);
    return (!apart || kind === "GET") && parts.length ? [parts.join("+")] : parts;
  };
  return { of, proof: acknowledges ? PROVEN : UNPROVEN };
}

function ofCh3(kind, flags) {
  const locks = flags.some(isBefore);
  const acked = ["UNLOCK", "FLUSH"].some((one) => one === kind || flags.includes(one)) && !flags.includes("NO_ACK")
    ? ["ACK"] : [];
  const granted = locks ? ["GRANTED"] : [];
  if (READS[kind]) {
    const immediate = flags.includes("IMMED") || flags.includes("IMMED_RESP") ? ["IMMED"] : [];
    return [[READS[kind], ...immediate, ...acked, ...granted].join("+")];
  }
  if (kind === "LOCK") return ["LOCK_ACK+GRANTED"];
  return locks ? [["LOCK_OP_ACK", ...acked, ...granted].join("+")] : acked;
}

const CH4_ANSWERS = { PUT: "PUT_ACK", ACC: "ACC_ACK", ...READS, LOCK: "LOCK_ACK", UNLOCK: "UNLOCK_ACK",
  LOCKALL: "LOCKALL_ACK", UNLOCKALL: "UNLOCK_ACK" };

function answersIn(protocol) {
  const newrma = piggybacked({ own: { ...READS, RTS: "CTS" }, grants: true });
  return {
    newrma, shm: newrma,
    oldqueue: piggybacked({ own: { GET: "GET_RESP", PUT_RTS: "CTS", ACC_RTS: "CTS", WIN_INFO_ASK: "WIN_INFO" },
      apart: true, acknowledges: protocol?.unlock !== "local" }),
    ch3: { of: ofCh3, proof: COUNTED },
    synccount: piggybacked({ own: { GET: "GET_RESP" } }),
    ch4: { of: (kind) => (CH4_ANSWERS[kind] ? [CH4_ANSWERS[kind]] : []), proof: UNPROVEN },
  }[protocol?.family ?? "newrma"];
}

function joinedClauses(clauses) {
  return clauses.length < 3 ? clauses.join(", and ") : `${clauses.slice(0, -1).join("; ")}; and ${clauses.at(-1)}`;
}

// The group and the description of a kind with its flags. `vocabulary` is the definition of kinds in the schema.
function packetWords(name, protocol, vocabulary) {
  const [kind, ...flags] = name.split("+"), known = own(vocabulary.kinds, kind);
  if (!known) return undefined;
  const group = GROUPS_OF_CLASSES[known.class], family = answersIn(protocol);
  const words = flags.filter((flag) => own(vocabulary.flags, flag));
  const clauses = [...words.filter(isBefore).map((flag) => vocabulary.flags[flag]), known.words,
    ...words.filter((flag) => !isBefore(flag)).map((flag) => vocabulary.flags[flag])];
  let sentence = joinedClauses(clauses);
  if (flags.some(isBefore) && flags.includes("UNLOCK")) sentence = `the single-operation packet: ${sentence}`;
  const answers = LONG_MESSAGES[kind] ?? (group === "reply" || !family ? [] : family.of(kind, flags));
  if (answers.length) sentence += `. Answered by ${answers.join(" and ")}`;
  else if (group === "request" && family) sentence += `. ${family.proof}`;
  return { group, words: `${sentence[0].toUpperCase()}${sentence.slice(1)}.` };
}

function wordsOfKinds(names, protocol, vocabulary) {
  const known = [...new Set(names)].map((name) => [name, packetWords(name, protocol, vocabulary)]);
  return Object.fromEntries(known.filter(([, words]) => words));
}
