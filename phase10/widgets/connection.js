const IDLE = 10 * 60 * 1000; // milliseconds without a touch after which nobody is thought to look

// Carry messages; know which are unanswered; say when the other side is silent.
function connect({ send, listen, heartbeat, patience, onShow, onSilence }) {
  // Several views may share one Python page and hear each other's answers: numbers never collide.
  let seq = Math.floor(Math.random() * 2 ** 31) * 2 ** 20;
  const waiting = new Map(); // seq → {message, since}
  const held = new Map(); // act → message of a text field, while its earlier one is unanswered
  let silent = false;
  let lastInput = Date.now();
  let lastPing = Date.now();

  function transmit(message) {
    message.seq = seq += 1;
    waiting.set(message.seq, { message, since: Date.now() });
    send(message);
  }

  function release(act) {
    const message = held.get(act);
    if (message !== undefined) {
      held.delete(act);
      transmit(message);
    }
  }

  const typing = (act) => [...waiting.values()].some(({ message }) => message.typed === act);

  function act(name, value, from) {
    [...held.keys()].forEach(release);
    transmit({ type: "act", act: name, value, from });
  }

  // Only the newest text of a field matters: hold it while an older one is on its way.
  function type(name, value) {
    const message = { type: "act", act: name, value, typed: name };
    if (typing(name)) held.set(name, message);
    else transmit(message);
  }

  // To a page in use, hello means: show everything again.
  const refresh = () => transmit({ type: "hello" });

  function heard(number) {
    waiting.delete(number);
    if (silent) {
      silent = false;
      onSilence(false);
      refresh();
    }
    [...held.keys()].filter((name) => !typing(name)).forEach(release);
  }

  // The other side answers in order. What is older than an answered ping never arrived, or its
  // answer did not: send it once more (Python knows the numbers it has done).
  function pong(number) {
    const older = [...waiting.values()].filter(({ message }) => message.seq < number);
    const lost = older.map(({ message }) => message).filter(({ type }) => type !== "ping");
    for (const { message } of older) waiting.delete(message.seq);
    for (const message of lost) {
      waiting.set(message.seq, { message, since: Date.now() });
      send(message);
    }
    if (lost.length) refresh();
    heard(number);
  }

  function ping() {
    lastPing = Date.now();
    transmit({ type: "ping" });
  }

  const stop = listen((message) => {
    if (message?.type === "pong") pong(message.seq);
    else if (message?.type === "show") {
      const entry = waiting.get(message.seq);
      onShow(message, entry?.message ?? null);
      heard(message.seq);
    }
  });

  function lost() {
    if (silent) return;
    silent = true;
    onSilence(true);
  }

  function tick() {
    const now = Date.now();
    if ([...waiting.values()].some(({ since }) => now - since > patience)) lost();
    const awake = !document.hidden && now - lastInput < IDLE;
    if (awake && now - lastPing >= heartbeat) ping();
  }
  const timer = setInterval(tick, Math.min(1000, heartbeat));

  return {
    act,
    type,
    hello: (message) => transmit({ type: "hello", ...message }),
    lost,
    found() {
      if (silent) ping(); // the answer takes back what was said
    },
    newest: (name) => held.has(name) || typing(name),
    noteInput() {
      const wasIdle = Date.now() - lastInput >= IDLE;
      lastInput = Date.now();
      if (wasIdle) ping();
    },
    stop() {
      clearInterval(timer);
      stop?.();
    },
  };
}
