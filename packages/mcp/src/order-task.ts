import type { Order } from '@mkt/client';
import { orderResult } from './orders/order-result.ts';

/** The extension of MCP by which a client follows work that is not finished (SEP-2663). */
export const TASKS = 'io.modelcontextprotocol/tasks';

const POLL_MS = 1_000;

interface Task {
  [member: string]: unknown;
  taskId: string;
  status: 'working' | 'completed' | 'cancelled';
  statusMessage: string;
  createdAt: string;
  lastUpdatedAt: string;
  ttlMs: null;
  pollIntervalMs: number;
}

/** Returned instead of a result: the order is the task, and its id that of the task. */
export interface OrderTask extends Task {
  resultType: 'task';
}

function isCancelled(order: Order): boolean {
  return order.orderState === 'failed' && order.failure.kind === 'cancelled';
}

function statusOf(order: Order): Task['status'] {
  if (order.orderState === 'pending' || order.orderState === 'running') return 'working';
  return isCancelled(order) ? 'cancelled' : 'completed';
}

function taskOf(order: Order): Task {
  return {
    taskId: order.id,
    status: statusOf(order),
    statusMessage: `The order is ${order.orderState}.`,
    createdAt: order.createdAt,
    lastUpdatedAt: order.completedAt ?? order.startedAt ?? order.createdAt,
    ttlMs: null,
    pollIntervalMs: POLL_MS,
  };
}

/** The task of an order that has just been placed. */
export const newTask = (order: Order): OrderTask => ({ resultType: 'task', ...taskOf(order) });

/**
 * The task of an order as it is now. An order that failed is a task that completed with an error of
 * the tool: a task fails only with an error of the protocol.
 */
export function currentTask(order: Order, remark: string): Record<string, unknown> {
  const task = taskOf(order);
  return task.status === 'completed'
    ? { ...task, result: orderResult(order, remark) }
    : { ...task };
}
