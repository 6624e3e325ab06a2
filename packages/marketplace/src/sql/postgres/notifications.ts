import type { Client, Notification } from 'pg';
import { createClient, type PostgresAddress } from './pool.ts';

const APPLICATION_NAME = 'mkt-marketplace listener';
const COUNT_LISTENERS = `SELECT count(*) AS count FROM pg_stat_activity
  WHERE application_name = $1 AND datname = current_database()`;
/** A new listener announces itself on this channel, so that the others start to send. */
const HELLO_CHANNEL = 'mkt_hello';
const RECONNECT_MS = 1_000;
const CHECK_INTERVAL_MS = 3_000;
const CHECK_TIMEOUT_MS = 5_000;
/** Postgres takes payloads of less than 8000 bytes; a text is one to three ids. */
const MAX_TEXTS_PER_NOTIFY = 60;
/**
 * Each NOTIFY is a transaction that wakes every listener. Without a minimum interval they cost the
 * database three times as much as the orders that they announced.
 */
const MIN_INTERVAL_MS = 10;
/** Delivery is not guaranteed, so no commit needs to wait for the disk. */
const ASYNC_COMMIT = 'SET synchronous_commit = off';

/** Sends short texts from every process to every process. Delivery is not guaranteed. */
export interface Notifications {
  /** Sends the text soon, together with others. */
  send(channel: string, text: string): void;
  /** Resolves when it listens, or when the first attempt to connect has failed. */
  started: Promise<void>;
  close(): Promise<void>;
}

export interface NotificationsOptions extends PostgresAddress {
  /** By channel name (`a-z_`): called with each text, including this process's own. */
  channels: Readonly<Record<string, (text: string) => void>>;
}

/**
 * LISTEN and NOTIFY on a connection of their own. Writes do not send NOTIFY in their transactions,
 * because Postgres would commit those one after the other. Behind a pooler that shares sessions
 * nothing arrives, so callers must also work without notifications.
 */
export function openNotifications({ channels, ...address }: NotificationsOptions): Notifications {
  const pending = new Map<string, string[]>();
  let client: Client | undefined;
  let isSending = false;
  /** While no other process listens, nothing is sent. */
  let isOnlyListener = false;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  let sendTimer: NodeJS.Timeout | undefined;
  let sentAtMs = -MIN_INTERVAL_MS;

  function reconnect(lost: Client): void {
    if (client !== lost) return;
    client = undefined;
    void lost.end().catch(() => undefined);
    schedule(RECONNECT_MS, connect);
  }

  function schedule(ms: number, work: () => Promise<void>): void {
    clearTimeout(timer);
    if (!isClosed) timer = setTimeout(() => void work(), ms);
  }

  async function connect(): Promise<void> {
    const next = createClient({ ...address, name: APPLICATION_NAME });
    client = next;
    next.on('error', () => reconnect(next));
    next.on('end', () => reconnect(next));
    next.on('notification', ({ channel, payload = '' }: Notification) => {
      if (channel === HELLO_CHANNEL) isOnlyListener = false;
      for (const text of payload.split(',')) channels[channel]?.(text);
    });
    try {
      await next.connect();
      await next.query(ASYNC_COMMIT);
      for (const channel of [HELLO_CHANNEL, ...Object.keys(channels)]) {
        await next.query(`LISTEN ${channel}`);
      }
      await checkConnection();
      await next.query(`NOTIFY ${HELLO_CHANNEL}`);
      await flush();
    } catch {
      reconnect(next);
    }
  }

  /** Detects a connection that died silently, and whether another process listens. */
  async function checkConnection(): Promise<void> {
    const checked = client;
    if (!checked) return;
    const timeout = setTimeout(() => reconnect(checked), CHECK_TIMEOUT_MS);
    const result = await checked
      .query<{ count: number }>(COUNT_LISTENERS, [APPLICATION_NAME])
      .catch(() => reconnect(checked));
    clearTimeout(timeout);
    if (client !== checked) return;
    isOnlyListener = (result?.rows[0]?.count ?? 0) < 2;
    schedule(CHECK_INTERVAL_MS, checkConnection);
  }

  /** Sends one NOTIFY at a time; texts that arrive meanwhile share the next one. */
  async function flush(): Promise<void> {
    if (isSending) return;
    isSending = true;
    try {
      for (const [channel, texts] of pending) {
        while (texts.length > 0) {
          const values = [channel, texts.splice(0, MAX_TEXTS_PER_NOTIFY).join(',')];
          await client?.query({ name: 'notify', text: 'SELECT pg_notify($1, $2)', values });
        }
        pending.delete(channel);
      }
    } catch {
      // Receivers also poll the rows.
      pending.clear();
    } finally {
      isSending = false;
    }
  }

  function scheduleFlush(): void {
    sendTimer ??= setTimeout(
      () => {
        sendTimer = undefined;
        sentAtMs = performance.now();
        void flush();
      },
      Math.max(0, sentAtMs + MIN_INTERVAL_MS - performance.now()),
    );
  }

  return {
    started: connect(),
    send(channel, text) {
      if (!client || isOnlyListener) return;
      const texts = pending.get(channel);
      if (texts) texts.push(text);
      else pending.set(channel, [text]);
      scheduleFlush();
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      clearTimeout(sendTimer);
      const last = client;
      client = undefined;
      await last?.end().catch(() => undefined);
    },
  };
}
