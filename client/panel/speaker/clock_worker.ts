// Ticks once a second, in a thread of its own: browsers slow the timers of a page that is hidden, but not these.
setInterval(() => postMessage(null), 1000);

export {};
