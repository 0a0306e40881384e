import { Injectable } from '@nestjs/common';
import { AccountsService } from '../accounts/accounts.service.js';
import type { Secret } from '../common/secret.js';
import type { Transaction } from '../database/transaction.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import type { OrderEntity } from '../orders/persistence/order.entity.js';
import { OrdersRepository } from '../orders/persistence/orders.repository.js';
import { type CallOutcome, explainReason } from '../provider/port/call-outcome.js';
import { H2hPort } from '../provider/port/h2h.port.js';
import { OpenWork } from '../scheduling/open-work.js';
import { isFinalH2hStatus } from './domain/h2h-status.js';
import { MAX_CODES } from './domain/session-progress.js';
import type { H2hSessionEntity } from './persistence/h2h-session.entity.js';
import { H2hSessionsRepository } from './persistence/h2h-sessions.repository.js';
import { SessionTransitions } from './session-transitions.js';
import type { Refusal } from '../common/refusal.js';

export type SubmitCodeRefusalCode =
  | 'ORDER_NOT_FOUND'
  | 'CODE_INVALID'
  | 'CODE_NOT_EXPECTED'
  | 'TOO_MANY_CODES'
  | 'PROVIDER_REFUSED'
  | 'PROVIDER_NOT_REACHED'
  | 'PROVIDER_OUTCOME_UNKNOWN';

/** The problem with a code by itself. */
export interface UnsoundCode {
  readonly code: 'CODE_INVALID';
  readonly message: string;
}

export interface SubmitCodeResult {
  /** The order as it is now; null when there is none. */
  readonly order: OrderEntity | null;
  readonly refusal: Refusal<SubmitCodeRefusalCode> | null;
}

/**
 * Sends the code that the payer's bank sent, once in each round: whoever claims the round sends, and a code whose call
 * was cut short is not sent again. The status endpoint tells whether it was right.
 */
@Injectable()
export class SubmitCodeService {
  constructor(
    private readonly accounts: AccountsService,
    private readonly unitOfWork: UnitOfWork,
    private readonly orders: OrdersRepository,
    private readonly sessions: H2hSessionsRepository,
    private readonly transitions: SessionTransitions,
    private readonly provider: H2hPort,
    private readonly openWork: OpenWork,
  ) {}

  /** @param unsound what is wrong with the code by itself */
  submit(orderId: string, code: Secret, unsound: readonly UnsoundCode[]): Promise<SubmitCodeResult> {
    return this.openWork.finish(this.submitOnce(orderId, code, unsound));
  }

  private async submitOnce(
    orderId: string,
    code: Secret,
    [unsound]: readonly UnsoundCode[],
  ): Promise<SubmitCodeResult> {
    const order = await this.orders.findById(orderId);
    if (!order) return refused(null, 'ORDER_NOT_FOUND', 'There is no order with this id.');
    if (unsound) return refused(order, unsound.code, unsound.message);
    const session = await this.unitOfWork.run((tx) => this.claim(tx, orderId));
    if (session === 'too_many') {
      const message = `${MAX_CODES} codes were sent for this order; its verification has ended.`;
      return refused(await this.orders.findById(orderId), 'TOO_MANY_CODES', message);
    }
    if (!session) {
      return refused(order, 'CODE_NOT_EXPECTED', 'The bank does not ask for a code now, or one was just sent.');
    }
    const credentials = { ...(await this.accounts.credentialsFor(session.accountId)), subject: { orderId } };
    const outcome = await this.provider.submitCode(credentials, session.providerOrderId, code);
    if (outcome.kind === 'refused' || outcome.kind === 'not_sent') {
      await this.unitOfWork.run((tx) => this.askAgain(tx, session, outcome.kind));
    }
    return explain(await this.orders.findById(orderId), outcome);
  }

  private async claim(tx: Transaction, id: string): Promise<H2hSessionEntity | 'too_many' | null> {
    const session = await this.transitions.claimCode(tx, id);
    return session ?? ((await this.endGuessing(tx, id)) ? 'too_many' : null);
  }

  /** Ends a session that would send another code than it may: whoever guesses gets no sixth try. */
  private async endGuessing(tx: Transaction, id: string): Promise<boolean> {
    const session = await this.sessions.findForUpdate(tx, id);
    if (!session || session.codesSent < MAX_CODES) return false;
    if (isFinalH2hStatus(session.status)) return session.isEndedHere;
    if (!session.isSmsRequired) return false;
    const problem = `Ended here: ${MAX_CODES} codes were sent, and none was right.`;
    await this.transitions.move(tx, session, {
      to: 'FAILED',
      patch: { isSmsRequired: false, isEndedHere: true, problem },
      cause: 'API',
      evidence: { codesSent: session.codesSent },
      alarms: ['h2h_codes_guessed'],
    });
    return true;
  }

  /** The bank has provably no code of this round, so the payer may send one. */
  private async askAgain(tx: Transaction, sent: H2hSessionEntity, outcome: 'refused' | 'not_sent'): Promise<void> {
    const session = await this.sessions.findForUpdate(tx, sent.id);
    // A poll has seen more since.
    if (session?.revision !== sent.revision) return;
    await this.transitions.move(tx, session, {
      to: session.status,
      patch: {
        isSmsRequired: true,
        codeSentRound: session.codeRound - 1,
        codeSentAt: null,
        // One that the bank refused was a guess, too.
        ...(outcome === 'not_sent' && { codesSent: session.codesSent - 1 }),
      },
      cause: 'PROVIDER_RESPONSE',
      evidence: { outcome },
    });
  }
}

function explain(order: OrderEntity | null, outcome: CallOutcome<null>): SubmitCodeResult {
  switch (outcome.kind) {
    case 'accepted':
      return { order, refusal: null };
    case 'refused': {
      const reason = outcome.message ?? 'no reason given';
      const message = `The provider refused the code (${outcome.httpStatus}): ${reason}`;
      return refused(order, 'PROVIDER_REFUSED', message);
    }
    case 'not_sent':
      return refused(order, 'PROVIDER_NOT_REACHED', `Nothing was sent to the provider (${outcome.reason}).`);
    case 'unknown':
      return refused(
        order,
        'PROVIDER_OUTCOME_UNKNOWN',
        `No usable answer came to the code (${explainReason(outcome)}); whether the bank has it is being found out.`,
      );
  }
}

function refused(order: OrderEntity | null, code: SubmitCodeRefusalCode, message: string): SubmitCodeResult {
  return { order, refusal: { code, field: code === 'ORDER_NOT_FOUND' ? 'orderId' : 'code', message } };
}
