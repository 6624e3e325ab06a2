import type { Client, Notification } from 'pg';
import { createClient, type PostgresAddress } from './pool.ts';

const NAME = 'mkt-marketplace listens';
const COUNT_LISTENERS = `SELECT count(*) AS count FROM pg_stat_activity
  WHERE application_name = $1 AND datname = current_database()`;
/** Whoever begins to listen says so: then nobody is alone any more. */
const PRESENCE = 'mkt_listens';
const RECONNECT_MS = 1_000;
/** How often it is looked whether the connection lives, and whether anybody else listens. */
const LOOK_EVERY_MS = 3_000;
const LOOK_TIMEOUT_MS = 5_000;
/** Postgres takes payloads of less than 8000 bytes; a text is an id or three. */
const TEXTS_AT_ONCE = 60;
/**
 * Each sending is a transaction that wakes every listener: as often as they could be sent, they cost
 * the database three times what the orders did that they told of.
 */
const PACE_MS = 10;
/** None of them is promised to arrive: no commit need wait for the disk. */
const NOT_DURABLE = 'SET synchronous_commit = off';

/** Short texts from every process to every process; none of them is promised to arrive. */
export interface Notifications {
  /** Sends, soon and together with others. */
  send(channel: string, text: string): void;
  /** Resolves when it listens, or has found out that it cannot yet. */
  begun: Promise<void>;
  close(): Promise<void>;
}

export interface NotificationsOptions extends PostgresAddress {
  /** By the name of the channel (`a-z_`), what to do with a text of any process, this one too. */
  channels: Readonly<Record<string, (text: string) => void>>;
}

/**
 * LISTEN and NOTIFY on one connection of its own. A notification is no part of a transaction that
 * writes, for those would then commit one after the other. Behind a pooler that shares sessions
 * nothing arrives, which whoever listens must be able to live with.
 */
export function openNotifications({ channels, ...address }: NotificationsOptions): Notifications {
  const waiting = new Map<string, string[]>();
  let client: Client | undefined;
  let sending = false;
  /** Nobody to tell: what is settled here costs the database nothing more. */
  let alone = false;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  let sendTimer: NodeJS.Timeout | undefined;
  let sentAtMs = -PACE_MS;

  function lost(which: Client): void {
    if (client !== which) return;
    client = undefined;
    void which.end().catch(() => undefined);
    later(RECONNECT_MS, connect);
  }

  function later(ms: number, work: () => Promise<void>): void {
    clearTimeout(timer);
    if (!closed) timer = setTimeout(() => void work(), ms);
  }

  async function connect(): Promise<void> {
    const next = createClient({ ...address, name: NAME });
    client = next;
    next.on('error', () => lost(next));
    next.on('end', () => lost(next));
    next.on('notification', ({ channel, payload = '' }: Notification) => {
      if (channel === PRESENCE) alone = false;
      for (const text of payload.split(',')) channels[channel]?.(text);
    });
    try {
      await next.connect();
      await next.query(NOT_DURABLE);
      for (const channel of [PRESENCE, ...Object.keys(channels)]) {
        await next.query(`LISTEN ${channel}`);
      }
      await lookAround();
      await next.query(`NOTIFY ${PRESENCE}`);
      await flush();
    } catch {
      lost(next);
    }
  }

  /** A connection whose other end is gone without a word is found out by asking it something. */
  async function lookAround(): Promise<void> {
    const asked = client;
    if (!asked) return;
    const late = setTimeout(() => lost(asked), LOOK_TIMEOUT_MS);
    const answer = await asked
      .query<{ count: number }>(COUNT_LISTENERS, [NAME])
      .catch(() => lost(asked));
    clearTimeout(late);
    if (client !== asked) return;
    alone = (answer?.rows[0]?.count ?? 0) < 2;
    later(LOOK_EVERY_MS, lookAround);
  }

  /** One at a time: what comes meanwhile goes together. */
  async function flush(): Promise<void> {
    if (sending) return;
    sending = true;
    try {
      for (const [channel, texts] of waiting) {
        while (texts.length > 0) {
          const values = [channel, texts.splice(0, TEXTS_AT_ONCE).join(',')];
          await client?.query({ name: 'notify', text: 'SELECT pg_notify($1, $2)', values });
        }
        waiting.delete(channel);
      }
    } catch {
      // Whoever waits looks at the row from time to time.
      waiting.clear();
    } finally {
      sending = false;
    }
  }

  /** At once, or when it is time again; what comes meanwhile goes together. */
  function sendSoon(): void {
    sendTimer ??= setTimeout(
      () => {
        sendTimer = undefined;
        sentAtMs = performance.now();
        void flush();
      },
      Math.max(0, sentAtMs + PACE_MS - performance.now()),
    );
  }

  return {
    begun: connect(),
    send(channel, text) {
      if (!client || alone) return;
      const texts = waiting.get(channel);
      if (texts) texts.push(text);
      else waiting.set(channel, [text]);
      sendSoon();
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      clearTimeout(sendTimer);
      const last = client;
      client = undefined;
      await last?.end().catch(() => undefined);
    },
  };
}
