import { Injectable } from '@nestjs/common';
import { AccountsService } from '../desk/accounts/accounts.service.js';
import type { Secret } from '../common/secret.js';
import type { Transaction } from '../platform/database/transaction.js';
import { UnitOfWork } from '../platform/database/unit-of-work.js';
import type { OrderEntity } from '../orders/persistence/order.entity.js';
import { OrdersRepository } from '../orders/persistence/orders.repository.js';
import { ClaimWindow } from '../provider/port/claim-window.js';
import { H2hPort } from '../provider/port/h2h.port.js';
import { ProviderProfile } from '../provider/profile/provider-profile.js';
import { OpenWork } from '../platform/scheduling/open-work.js';
import { type SendingRefusal, sendingRefusal } from './domain/sending-refusal.js';
import { noCodesLeft } from './domain/session-progress.js';
import type { H2hSessionEntity } from './persistence/h2h-session.entity.js';
import { H2hSessionsRepository } from './persistence/h2h-sessions.repository.js';
import { SessionTransitions } from './session-transitions.js';
import type { Refusal } from '../common/refusal.js';

export type SubmitCodeRefusalCode =
  | 'ORDER_NOT_FOUND'
  | 'CODE_INVALID'
  | 'CODE_NOT_EXPECTED'
  | 'TOO_MANY_CODES'
  | SendingRefusal['code'];

export interface UnsoundCode {
  readonly code: 'CODE_INVALID';
  readonly message: string;
}

export interface SubmitCodeResult {
  readonly order: OrderEntity | null;
  readonly refusal: Refusal<SubmitCodeRefusalCode> | null;
}

/**
 * Sends the code from the payer's bank, once per round: the caller who claims the round sends it, and a code whose call
 * broke off is not sent again. The next polls show whether the code was right.
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
    private readonly profile: ProviderProfile,
  ) {}

  /**
   * Sends a code.
   * @param unsound problems that were already found in the code
   */
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
    // Decrypts the token before the claim, so that after it only the call can fail.
    const credentials = { ...(await this.accounts.credentialsFor(order.accountId)), subject: { orderId } };
    const window = new ClaimWindow();
    const session = await this.unitOfWork.run((tx) => this.claim(tx, orderId));
    if (session === 'too_many') {
      const message = noCodesLeft(this.profile.h2hMaxCodes);
      return refused(await this.orders.findById(orderId), 'TOO_MANY_CODES', message);
    }
    if (!session) {
      return refused(order, 'CODE_NOT_EXPECTED', 'The bank is not asking for a code, or one was just sent.');
    }
    const outcome = await this.provider.submitCode(credentials, session.providerOrderId, code, window);
    if (outcome.kind === 'refused' || outcome.kind === 'not_sent') {
      await this.unitOfWork.run((tx) => this.askAgain(tx, session, outcome.kind));
    }
    const refusal = sendingRefusal(outcome, 'code');
    const sent = await this.orders.findById(orderId);
    return refusal ? refused(sent, refusal.code, refusal.message) : { order: sent, refusal };
  }

  private async claim(tx: Transaction, id: string): Promise<H2hSessionEntity | 'too_many' | null> {
    const session = await this.transitions.claimCode(tx, id);
    return session ?? ((await this.refuseGuess(tx, id)) ? 'too_many' : null);
  }

  /**
   * Whether no more codes may be sent, so that a guesser gets no further try. The session is still polled until the
   * provider ends it; then the order can be retried.
   */
  private async refuseGuess(tx: Transaction, id: string): Promise<boolean> {
    const session = await this.sessions.findForUpdate(tx, id);
    const { h2hMaxCodes } = this.profile;
    if (!session?.isSmsRequired || session.codesSent < h2hMaxCodes) return false;
    const problem = noCodesLeft(h2hMaxCodes);
    if (session.problem === problem) return true;
    await this.transitions.move(tx, session, {
      to: session.status,
      patch: { problem },
      cause: 'API',
      evidence: { codesSent: session.codesSent },
      alarms: ['h2h_codes_guessed'],
    });
    return true;
  }

  /** Lets the payer send another code in this round, because the bank provably has none. */
  private async askAgain(tx: Transaction, sent: H2hSessionEntity, outcome: 'refused' | 'not_sent'): Promise<void> {
    const session = await this.sessions.findForUpdate(tx, sent.id);
    // A poll has changed the session in the meantime.
    if (session?.revision !== sent.revision) return;
    await this.transitions.move(tx, session, {
      to: session.status,
      patch: {
        isSmsRequired: true,
        codeSentRound: session.codeRound - 1,
        codeSentAt: null,
        // A code that the bank refused counts as a try, because it may have been a guess.
        ...(outcome === 'not_sent' && { codesSent: session.codesSent - 1 }),
      },
      cause: 'PROVIDER_RESPONSE',
      evidence: { outcome },
    });
  }
}

function refused(order: OrderEntity | null, code: SubmitCodeRefusalCode, message: string): SubmitCodeResult {
  return { order, refusal: { code, field: code === 'ORDER_NOT_FOUND' ? 'orderId' : 'code', message } };
}
