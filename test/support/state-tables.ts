import type { GuardedColumn } from '../../src/common/state-machine.js';
import { FIRST_H2H_STATUS, H2H_STATES } from '../../src/h2h/domain/h2h-status.js';
import { FIRST_ORDER_STATUS, ORDER_STATES } from '../../src/orders/domain/order-status.js';
import { ATTEMPT_STATES } from '../../src/payouts/core/domain/attempt-state.js';
import { FIRST_SUBMISSION_STATE, SUBMISSION_STATES } from '../../src/payouts/core/domain/submission-state.js';

/** A column that holds a state, and the generated files of its state machine. */
export interface StateTable extends GuardedColumn<string> {
  /** Name of the page with the state diagram, and of the SQL file with the guard. */
  readonly file: string;
  readonly title: string;
  readonly start: string;
}

export const STATE_TABLES: readonly StateTable[] = [
  {
    file: 'order',
    title: 'Order',
    table: 'orders',
    column: 'status',
    machine: ORDER_STATES,
    start: FIRST_ORDER_STATUS,
  },
  {
    file: 'h2h-session',
    title: 'Card verification',
    table: 'h2h_sessions',
    column: 'status',
    machine: H2H_STATES,
    start: FIRST_H2H_STATUS,
  },
  {
    file: 'payout-submission',
    title: 'Payout submission',
    table: 'payouts',
    column: 'submission_state',
    machine: SUBMISSION_STATES,
    start: FIRST_SUBMISSION_STATE,
  },
  {
    file: 'payout-attempt',
    title: 'Payout attempt',
    table: 'payout_attempts',
    column: 'state',
    machine: ATTEMPT_STATES,
    start: 'CLAIMED',
  },
];
