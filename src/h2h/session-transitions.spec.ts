import { classifyMove, MoveRefusedError } from '../common/state-machine.js';
import { Transaction } from '../platform/database/transaction.js';
import { H2H_STATES, H2H_STATUSES, type H2hStatus } from './domain/h2h-status.js';
import type { H2hSessionEntity } from './persistence/h2h-session.entity.js';
import { type SessionMove, SessionTransitions } from './session-transitions.js';

const PAIRS = H2H_STATUSES.flatMap((from) => H2H_STATUSES.map((to) => ({ from, to })));

describe('card verification transitions', () => {
  it.each(PAIRS)('a move from $from to $to succeeds exactly if the state table allows it', async ({ from, to }) => {
    const desk = new Desk({ status: from });
    if (classifyMove(H2H_STATES, from, to) === 'refused') {
      await expect(desk.move({ to })).rejects.toBeInstanceOf(MoveRefusedError);
      expect(desk.steps).toEqual([]);
    } else {
      await expect(desk.move({ to })).resolves.toBeUndefined();
      expect(desk.steps[0]).toBe(`move to ${to}`);
    }
  });

  it('a session that has changed since it was read is not moved', async () => {
    const desk = new Desk({ status: 'PROCESSING' });
    desk.storedRevision += 1;
    await expect(desk.move({ to: 'SUCCESS' })).rejects.toThrow('Session 7 cannot move from PROCESSING to SUCCESS');
    expect(desk.steps).toEqual([]);
  });

  it('the end of a verification writes everything in a fixed order, and raises alarms after the commit', async () => {
    const desk = new Desk({ status: 'PROCESSING', isSmsRequired: true });
    await desk.move({ to: 'EXPIRED', patch: { isSmsRequired: false }, alarms: ['h2h_session_overdue'] });
    const steps = ['move to EXPIRED', 'log PROCESSING -> EXPIRED', 'order due', 'card declined'];
    expect(desk.steps).toEqual(steps);
    desk.tx.runAfterCommit();
    expect(desk.steps).toEqual([...steps, 'h2h_session_overdue']);
    expect(desk.plans).toEqual([{ pollsMade: 0, nextPollSeconds: null }]);
  });

  it('a verified card is not counted as declined', async () => {
    const desk = new Desk({ status: 'PROCESSING' });
    await desk.move({ to: 'SUCCESS' });
    expect(desk.steps).toEqual(['move to SUCCESS', 'log PROCESSING -> SUCCESS', 'order due']);
  });

  it('a change that no one can see is not logged, and the next poll comes later', async () => {
    const desk = new Desk({ status: 'PROCESSING', pollsMade: 1 });
    await desk.move({ to: 'PROCESSING', patch: { isCodeTaken: true } });
    expect(desk.steps).toEqual(['move to PROCESSING']);
    expect(desk.plans).toEqual([{ pollsMade: 2, nextPollSeconds: 3 }]);
  });

  it('a prompt for a code is logged although the status stays, and polls become frequent again', async () => {
    const desk = new Desk({ status: 'PROCESSING', pollsMade: 2 });
    await desk.move({ to: 'PROCESSING', patch: { isSmsRequired: true, codeRound: 1 } });
    expect(desk.steps).toEqual(['move to PROCESSING', 'log PROCESSING -> PROCESSING']);
    expect(desk.logged).toMatchObject({ evidence: { isSmsRequired: true, codeRound: 1, lastCodeRejected: false } });
    expect(desk.plans).toEqual([{ pollsMade: 0, nextPollSeconds: 1 }]);
  });

  it('a refused card is logged although the status stays, and polling stops', async () => {
    const desk = new Desk({ status: 'NOT_STARTED' });
    await desk.move({ to: 'NOT_STARTED', patch: { cardSentAt: null } });
    expect(desk.steps).toEqual(['move to NOT_STARTED', 'log NOT_STARTED -> NOT_STARTED']);
    expect(desk.plans).toEqual([{ pollsMade: 1, nextPollSeconds: null }]);
  });

  it('a claimed card or code is audited, and a failed claim is not', async () => {
    const desk = new Desk({ status: 'PROCESSING', codeRound: 2 });
    const card = { id: '7', accountId: '3' } as never;
    expect(await desk.transitions.claimCard(desk.tx, card)).toBe(true);
    expect(await desk.transitions.claimCode(desk.tx, '7')).toMatchObject({ id: '7' });
    const steps = ['audit order.card_submitted', 'log PROCESSING -> PROCESSING', 'audit order.code_submitted'];
    expect(desk.steps).toEqual(steps);
    desk.hasSlot = false;
    expect(await desk.transitions.claimCard(desk.tx, card)).toBe(false);
    expect(await desk.transitions.claimCode(desk.tx, '7')).toBeNull();
    expect(desk.steps).toEqual(steps);
  });
});

/** A session, and the steps that `SessionTransitions` takes with it. */
class Desk {
  readonly steps: string[] = [];
  readonly plans: unknown[] = [];
  readonly tx = new Transaction({} as Transaction['manager']);
  readonly session: H2hSessionEntity;
  readonly transitions: SessionTransitions;
  storedRevision: number;
  hasSlot = true;
  logged: unknown;

  constructor(session: Partial<H2hSessionEntity>) {
    const unset = { revision: 4, pollsMade: 0, codeRound: 0, isSmsRequired: false, lastCodeRejected: false };
    this.session = { id: '7', accountId: '3', ...unset, ...session } as H2hSessionEntity;
    this.storedRevision = this.session.revision;
    const step = (name: string): Promise<true> => {
      this.steps.push(name);
      return Promise.resolve(true);
    };
    this.transitions = new SessionTransitions(
      {
        claimCard: () => Promise.resolve(this.hasSlot),
        claimCode: () => Promise.resolve(this.hasSlot),
        move: async (_: unknown, at: H2hSessionEntity, { to, plan }: { to: H2hStatus; plan: unknown }) => {
          if (at.revision !== this.storedRevision) throw new MoveRefusedError(`Session ${at.id}`, at.status, to);
          this.plans.push(plan);
          await step(`move to ${to}`);
        },
      },
      { findForUpdate: () => Promise.resolve(this.session) } as never,
      {
        append: (_: unknown, change: { from: string; to: string }) => {
          this.logged = change;
          return step(`log ${change.from} -> ${change.to}`);
        },
      } as never,
      { record: (_: unknown, { action }: { action: string }) => step(`audit ${action}`) } as never,
      { pullPollForward: () => step('order due') } as never,
      { recordEnd: (_: unknown, __: string, end: string) => step(`card ${end}`) } as never,
      {
        raiseAfter: (tx: Transaction, code: string) => {
          tx.afterCommit(() => this.steps.push(code));
        },
      } as never,
      { h2hPollDelaysSeconds: [1, 2, 3] } as never,
    );
  }

  move({ to, patch = {}, alarms = [] }: { to: H2hStatus } & Partial<SessionMove>): Promise<void> {
    return this.transitions.move(this.tx, this.session, { to, patch, cause: 'POLL', evidence: {}, alarms });
  }
}
