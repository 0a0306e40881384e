import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AccountsService } from '../../desk/accounts/accounts.service.js';
import { newId } from '../../common/ids.js';
import { Config } from '../../platform/config/config.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { PayoutTransitions } from '../core/payout-transitions.js';
import { PreSendChecksService } from '../rules/pre-send-checks.service.js';
import { hashToken } from '../core/domain/callback-token.js';
import { AttemptStatesRepository } from '../core/persistence/attempt-states.sql.js';
import type { PayoutEntity } from '../core/persistence/payout.entity.js';
import { ClaimWindow } from '../../provider/port/claim-window.js';
import type { ProviderCredentials } from '../../provider/port/orders.port.js';
import type { Recipient } from '../destinations/recipient.js';
import { RecipientVault } from '../recipients/recipient-vault.js';

/** The decrypted parts of a request. They are kept only in memory, and never logged. */
interface OpenedRequest {
  readonly payout: PayoutEntity;
  readonly credentials: ProviderCredentials;
  readonly recipient: Recipient;
}

/** A payout that only this process may send, and only once, with everything needed to send it. */
export interface ClaimedAttempt {
  readonly payout: PayoutEntity;
  readonly attemptId: string;
  /** Exists only in this process's memory, in the callback URL of the request, and at the provider. */
  readonly token: string;
  readonly window: ClaimWindow;
  /** Decrypted before the claim is committed, so that after the commit only the call can fail. */
  readonly request: OpenedRequest;
}

// Added to the provider's time-out, for the send window and for recording the answer. After that the sweep marks the
// outcome as unknown.
const OUTCOME_MARGIN_SECONDS = 30;

const TOKEN_BYTES = 32;

/** Another claim used up the balance after this one had read it. */
export class BalanceTakenError extends Error {
  override readonly name = 'BalanceTakenError';
}

/** A part of the request is missing or purged, or was encrypted with another key. */
export class UnreadableRequestError extends Error {
  override readonly name = 'UnreadableRequestError';

  constructor(readonly part: 'account' | 'recipient') {
    super(`${part}_unreadable`);
  }
}

/**
 * Begins attempts: checks which payouts may be sent, decrypts what sending needs, and reserves the money. Separate from
 * the claim, because the claim runs this for each payout again if the database refused one of them.
 */
@Injectable()
export class BeginAttemptsService {
  constructor(
    private readonly config: Config,
    private readonly attempts: AttemptStatesRepository,
    private readonly preSendChecks: PreSendChecksService,
    private readonly transitions: PayoutTransitions,
    private readonly accounts: AccountsService,
    private readonly vault: RecipientVault,
  ) {}

  /**
   * Begins an attempt for each payout that may be sent, in the transaction that locked the payouts. Balances are read
   * first and locked only by the last statement, so claims on the same balance hardly wait for each other
   * (docs/adr/0021).
   * @throws BalanceTakenError if another claim used up a balance after it was read; roll the transaction back
   */
  begin(tx: Transaction, payouts: readonly PayoutEntity[]): Promise<readonly ClaimedAttempt[]> {
    return this.claimPassed(tx, payouts, { isLocked: false });
  }

  /** Like `begin`, in a savepoint and with the balances locked first, so it never throws BalanceTakenError. */
  beginApart(tx: Transaction, payouts: readonly PayoutEntity[]): Promise<readonly ClaimedAttempt[]> {
    return tx.savepoint(() => this.claimPassed(tx, payouts, { isLocked: true }));
  }

  private async claimPassed(
    tx: Transaction,
    payouts: readonly PayoutEntity[],
    balances: { readonly isLocked: boolean },
  ): Promise<readonly ClaimedAttempt[]> {
    const { passed, funds } = await this.preSendChecks.run(tx, payouts, balances);
    if (passed.length === 0) return [];
    const requests = await this.open(tx, passed);
    const attempts = requests.map((request) => {
      const { payout } = request;
      const token = randomBytes(TOKEN_BYTES).toString('base64url');
      return { payout, attemptId: newId(), token, request };
    });
    const window = new ClaimWindow();
    const isReserved = await this.transitions.claim(tx, {
      payouts: attempts.map(({ payout, attemptId }) => ({ payout, evidence: { attemptId } })),
      patch: { isClaim: true, problem: null, blockedBy: null },
      cause: 'API',
      besides: () => this.insertAttempts(tx, attempts),
      funds,
    });
    if (!isReserved) throw new BalanceTakenError();
    return attempts.map((attempt) => ({ ...attempt, window }));
  }

  /**
   * Decrypts what is needed to send these payouts.
   * @throws UnreadableRequestError
   */
  private async open(tx: Transaction, payouts: readonly PayoutEntity[]): Promise<OpenedRequest[]> {
    const accounts = await this.accounts.findIn(tx, [...new Set(payouts.map(({ accountId }) => accountId))]);
    return payouts.map((payout) => ({
      payout,
      credentials: opened('account', () => {
        const account = accounts.find(({ id }) => id === payout.accountId);
        if (!account) throw new Error('There is no such account');
        return this.accounts.credentialsOf(account);
      }),
      recipient: opened('recipient', () => this.vault.openForWire(payout)),
    }));
  }

  private async insertAttempts(
    tx: Transaction,
    attempts: readonly Pick<ClaimedAttempt, 'payout' | 'attemptId' | 'token'>[],
  ): Promise<void> {
    await this.attempts.insert(
      tx,
      attempts.map(({ payout, attemptId, token }) => ({
        id: attemptId,
        payoutId: payout.id,
        number: payout.attemptsMade + 1,
        tokenHash: hashToken(token),
      })),
      { deadlineSeconds: Math.ceil(this.config.provider.timeoutMs / 1_000) + OUTCOME_MARGIN_SECONDS },
    );
  }
}

function opened<Content>(part: UnreadableRequestError['part'], open: () => Content): Content {
  try {
    return open();
  } catch {
    // Thrown instead of the original error, which may quote what it could not decrypt.
    throw new UnreadableRequestError(part);
  }
}
