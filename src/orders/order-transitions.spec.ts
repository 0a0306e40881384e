import { classifyMove, MoveRefusedError } from '../common/state-machine.js';
import { Transaction } from '../platform/database/transaction.js';
import { RowExistsError } from '../platform/database/writes.js';
import { ORDER_STATES, ORDER_STATUSES, type OrderStatus } from './domain/order-status.js';
import { OrderTransitions } from './order-transitions.js';
import type { OrderEntity } from './persistence/order.entity.js';

const PAIRS = ORDER_STATUSES.flatMap((from) => ORDER_STATUSES.map((to) => ({ from, to })));

const INCOME = { currency: 'EUR', received: '9' } as Partial<OrderEntity>;

describe('order transitions', () => {
  it.each(PAIRS)('a move from $from to $to succeeds exactly if the state table allows it', async ({ from, to }) => {
    const desk = new Desk({ status: from });
    if (classifyMove(ORDER_STATES, from, to) === 'refused') {
      await expect(desk.move(to)).rejects.toBeInstanceOf(MoveRefusedError);
      expect(desk.steps).toEqual([]);
    } else {
      await expect(desk.move(to)).resolves.toBeUndefined();
      expect(desk.steps[0]).toBe(`${from} -> ${to}`);
    }
  });

  it('an order that has moved since it was read is not moved', async () => {
    const desk = new Desk({ status: 'CREATED' });
    desk.stored = 'PAID';
    await expect(desk.move('PENDING')).rejects.toThrow('Order 7 cannot move from CREATED to PENDING');
    expect(desk.steps).toEqual([]);
  });

  it('a move writes everything in a fixed order, and raises alarms after the commit', async () => {
    const desk = new Desk({ status: 'DECLINED', method: 'CARD_H2H' });
    await desk.move('PAID', INCOME);
    const steps = ['DECLINED -> PAID', 'log', 'card paid', 'income 9 EUR'];
    expect(desk.steps).toEqual(steps);
    desk.tx.runAfterCommit();
    expect(desk.steps).toEqual([...steps, 'order_paid_late']);
  });

  it.each<[OrderStatus, OrderStatus, string[]]>([
    ['ABANDONED', 'CREATED', ['order_stray_found']],
    ['SUBMITTING', 'UNCONFIRMED', ['order_unconfirmed']],
    ['PENDING', 'UNRECOGNIZED', ['order_status_unrecognized']],
    ['UNRECOGNIZED', 'UNRECOGNIZED', []],
    ['CREATED', 'PAID', []],
  ])('a move from %s to %s raises the alarms %j', async (from, to, alarms) => {
    const desk = new Desk({ status: from });
    await desk.move(to);
    desk.steps.length = 0;
    desk.tx.runAfterCommit();
    expect(desk.steps).toEqual(alarms);
  });

  it('an unchanged order is not logged, and is polled less and less often', async () => {
    const desk = new Desk({ status: 'CREATED', checksMade: 1 });
    await desk.move('CREATED');
    await desk.transitions.note(desk.tx, desk.order, 'It is gone.');
    expect(desk.steps).toEqual(['CREATED -> CREATED', 'CREATED -> CREATED']);
    expect(desk.plans).toEqual(Array(2).fill({ checksMade: 2, nextCheckSeconds: 30 }));
  });

  it('a move restarts the poll schedule, and a final status ends it', async () => {
    const desk = new Desk({ status: 'CREATED', checksMade: 2 });
    await desk.move('PENDING');
    await new Desk({ status: 'CREATED' }, desk.plans).move('EXPIRED');
    expect(desk.plans).toEqual([
      { checksMade: 0, nextCheckSeconds: 10 },
      { checksMade: 0, nextCheckSeconds: null },
    ]);
  });

  it('late facts about a paid order are posted, but never twice', async () => {
    const desk = new Desk({ status: 'PAID', ...INCOME });
    await desk.move('PAID', INCOME);
    await desk.move('PAID', { ...INCOME, received: '8' as never });
    expect(desk.steps).toEqual(['PAID -> PAID', 'PAID -> PAID', 'income 8 EUR']);
  });

  it('a new order is recorded with its log and audit entries, and one that is not admitted is removed', async () => {
    const desk = new Desk({ status: 'SUBMITTING' });
    expect(await desk.begin(null)).toBe('new');
    expect(desk.steps).toEqual(['insert', 'admit', 'log', 'audit']);
    desk.steps.length = 0;
    expect(await desk.begin('too many')).toBe('too many');
    expect(desk.steps).toEqual(['insert', 'admit', 'take back']);
    desk.steps.length = 0;
    desk.isKnown = true;
    await expect(desk.begin(null)).rejects.toBeInstanceOf(RowExistsError);
    expect(desk.steps).toEqual(['insert']);
  });
});

/** An order, and the steps that `OrderTransitions` takes with it. */
class Desk {
  readonly steps: string[] = [];
  readonly tx = new Transaction({} as Transaction['manager']);
  readonly order: OrderEntity;
  readonly transitions: OrderTransitions;
  stored: OrderStatus;
  isKnown = false;

  constructor(
    order: Partial<OrderEntity>,
    readonly plans: unknown[] = [],
  ) {
    const unset = { currency: null, commission: null, received: null, paidAt: new Date(), checksMade: 0 };
    this.order = { id: '7', method: 'HOSTED_PAGE', amount: '10', ...unset, ...order } as OrderEntity;
    this.stored = this.order.status;
    const step = <Result>(name: string, result: Result): Promise<Result> => {
      this.steps.push(name);
      return Promise.resolve(result);
    };
    this.transitions = new OrderTransitions(
      {
        insert: async () => {
          await step('insert', undefined);
          if (this.isKnown) throw new RowExistsError();
        },
        takeBack: () => step('take back', undefined),
        move: (_: unknown, id: string, { from, to, plan }: { from: string; to: string; plan: unknown }) => {
          if (from !== this.stored) throw new MoveRefusedError(`Order ${id}`, from, to);
          this.plans.push(plan);
          return step(`${from} -> ${to}`, undefined);
        },
      },
      { append: () => step('log', undefined) } as never,
      { record: () => step('audit', undefined) },
      { recordEnd: (_: unknown, __: string, end: string) => step(`card ${end}`, undefined) } as never,
      {
        receive: (_: unknown, { received, currency }: { received: string; currency: string }) =>
          step(`income ${received} ${currency}`, undefined),
      } as never,
      {
        raiseAfter: (tx: Transaction, code: string) => {
          tx.afterCommit(() => this.steps.push(code));
        },
      } as never,
      { orderCheckDelaysSeconds: [10, 20, 30] } as never,
    );
  }

  move(to: OrderStatus, patch: Partial<OrderEntity> = {}): Promise<void> {
    return this.transitions.move(this.tx, this.order, {
      to,
      patch: { ...patch, problem: null },
      cause: 'POLL',
      evidence: {},
    });
  }

  begin(refusal: string | null): Promise<string> {
    return this.transitions.begin(this.tx, {} as never, {
      cause: 'API',
      evidence: {},
      audit: { action: 'order.created', before: null, after: null, reason: null },
      admit: () => {
        this.steps.push('admit');
        return Promise.resolve(refusal);
      },
    });
  }
}
