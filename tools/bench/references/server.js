// The reference: Sıradaki's busiest calls as Express 5, better-sqlite3 and socket.io on Node serve them.
import { createServer } from "node:http";
import { randomBytes } from "node:crypto";
import process from "node:process";
import { verify } from "@node-rs/argon2";
import cookieParser from "cookie-parser";
import express from "express";
import jwt from "jsonwebtoken";
import { Server } from "socket.io";
import { monotonicFactory } from "ulid";
import { openDatabase } from "./database.js";
import { Credentials, Draft, onTheWire } from "./song.js";

const WEEK_S = 7 * 24 * 60 * 60;
const EVENING_MS = 12 * 60 * 60 * 1000;
const JWT_SECRET = randomBytes(32).toString("hex");
/** An application that draws itself in the browser: its document is the same for every cafe. */
const SHELL = `<!doctype html><html lang="tr"><head><meta charset="utf-8"><title>Kafe</title>
<link rel="stylesheet" href="/app.css"><script type="module" src="/app.js"></script></head>
<body><div id="root"></div></body></html>`;

const newId = monotonicFactory();
const db = openDatabase(process.env.DATABASE);
const app = express();
const server = createServer(app);
const io = new Server(server, { transports: ["websocket"], serveClient: false });

app.disable("x-powered-by");
app.use((_req, res, next) => {
  res.set({ "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer" });
  next();
});

app.get("/healthz", (_req, res) => res.json({ status: "ok" }));

app.get("/api/requests/queue/:ownerId", (req, res) => {
  const { ownerId } = req.params;
  if (!db.isOpen.get({ ownerId })) return res.status(404).json({ msg: "Kafe bulunamadı." });
  res.set("Cache-Control", "no-cache").json(db.queue.all({ ownerId }).map(onTheWire));
});

const cookies = cookieParser(randomBytes(32).toString("hex"));

app.post("/api/requests", cookies, express.json({ limit: "16kb" }), (req, res) => {
  const draft = Draft.safeParse(req.body);
  if (!draft.success) return res.status(400).json({ msg: "Geçersiz istek." });
  const { tipAmount, ...song } = draft.data;
  const row = db.submit.get({
    ...song,
    id: newId(),
    tipKurus: Math.round(tipAmount * 100),
    guestId: req.signedCookies.guest || null,
    createdAt: Date.now(),
  });
  if (!row) {
    return db.isOpen.get({ ownerId: song.ownerId })
      ? res.status(429).json({ msg: "Çok fazla istek bekliyor." })
      : res.status(404).json({ msg: "Kafe bulunamadı." });
  }
  io.to(song.ownerId).emit("queue_updated", { ownerId: song.ownerId });
  res.status(201).json(onTheWire(row));
});

app.post("/api/auth/login", express.json({ limit: "16kb" }), async (req, res) => {
  const credentials = Credentials.safeParse(req.body);
  if (!credentials.success) return res.status(400).json({ msg: "Geçersiz istek." });
  const account = db.account.get(credentials.data.email);
  if (!account || !await verify(account.passwordHash, credentials.data.password)) {
    return res.status(401).json({ msg: "E-posta veya şifre yanlış." });
  }
  const now = Date.now();
  const id = newId();
  db.beginSession.run(id, account.id, now, now + WEEK_S * 1000);
  const claims = { sub: account.id, sid: id, version: account.tokenVersion };
  res.json({ token: jwt.sign(claims, JWT_SECRET, { expiresIn: WEEK_S }) });
});

app.get("/cafe/:id", cookies, (req, res) => {
  const guest = req.signedCookies.guest || randomBytes(16).toString("base64url");
  res.cookie("guest", guest, { signed: true, httpOnly: true, sameSite: "lax", maxAge: EVENING_MS });
  res.type("html").send(SHELL);
});

io.on("connection", (socket) => {
  const { ownerId } = socket.handshake.query;
  if (typeof ownerId !== "string" || !db.isOpen.get({ ownerId })) return socket.disconnect(true);
  socket.join(ownerId);
  socket.emit("ready");
});

server.listen(Number(process.env.PORT), "127.0.0.1", 4096);
