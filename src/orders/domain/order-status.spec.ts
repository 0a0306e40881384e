import { classifyMove, reachableFrom } from '../../common/state-machine.js';
import {
  FIRST_ORDER_STATUS,
  isFinalOrderStatus,
  isOpenOrderStatus,
  ORDER_STATES,
  ORDER_STATUSES,
  type OrderStatus,
} from './order-status.js';

/** Repeats every move of the state table in another form, so that a change to the table must be made here, too. */
const STEPS: Readonly<Record<OrderStatus, string>> = {
  SUBMITTING: 'ABANDONED CANCELED CREATED DECLINED EXPIRED PAID PENDING UNCONFIRMED UNRECOGNIZED',
  CREATED: 'CANCELED DECLINED EXPIRED PAID PENDING UNRECOGNIZED',
  PENDING: 'CANCELED DECLINED EXPIRED PAID UNRECOGNIZED',
  PAID: '',
  DECLINED: '',
  CANCELED: '',
  EXPIRED: '',
  ABANDONED: 'CANCELED CREATED DECLINED EXPIRED PAID PENDING UNRECOGNIZED',
  UNCONFIRMED: 'CANCELED CREATED DECLINED EXPIRED PAID PENDING UNRECOGNIZED',
  UNRECOGNIZED: 'CANCELED CREATED DECLINED EXPIRED PAID PENDING',
};
const CORRECTIONS = ['DECLINED>PAID', 'CANCELED>PAID', 'EXPIRED>PAID'];

const pairs = ORDER_STATUSES.flatMap((from) => ORDER_STATUSES.map((to) => [from, to] as const));

describe('order statuses', () => {
  it.each(pairs)('a move from %s to %s is allowed only if the table lists it', (from, to) => {
    const isStep = STEPS[from].split(' ').includes(to);
    const expected =
      from === to ? 'none' : isStep ? 'step' : CORRECTIONS.includes(`${from}>${to}`) ? 'correction' : 'refused';
    expect(classifyMove(ORDER_STATES, from, to)).toBe(expected);
  });

  it('every status can be reached from the first one', () => {
    expect([...reachableFrom(ORDER_STATES, FIRST_ORDER_STATUS)].sort()).toEqual([...ORDER_STATUSES].sort());
  });

  it('a final status has no moves, except to PAID after a late payment', () => {
    const finals = ORDER_STATUSES.filter(isFinalOrderStatus);
    expect(finals).toEqual(['PAID', 'DECLINED', 'CANCELED', 'EXPIRED']);
    for (const status of finals) {
      expect(ORDER_STATES[status].next).toEqual([]);
      expect(ORDER_STATES[status].corrections ?? []).toEqual(status === 'PAID' ? [] : ['PAID']);
    }
  });

  it('PAID has no moves', () => {
    expect([...reachableFrom(ORDER_STATES, 'PAID')]).toEqual(['PAID']);
  });

  it.each(ORDER_STATUSES.filter((status) => !isFinalOrderStatus(status)))('%s can lead to PAID', (status) => {
    expect(reachableFrom(ORDER_STATES, status).has('PAID')).toBe(true);
  });

  it('exactly the statuses that may change by themselves are polled', () => {
    expect(ORDER_STATUSES.filter(isOpenOrderStatus)).toEqual([
      'SUBMITTING',
      'CREATED',
      'PENDING',
      'UNCONFIRMED',
      'UNRECOGNIZED',
    ]);
  });

  it.each(ORDER_STATUSES)('the meaning of %s is one sentence', (status) => {
    expect(ORDER_STATES[status].meaning).toMatch(/^[A-Z].{10,}\.$/);
  });
});
