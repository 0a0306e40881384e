import { Injectable, type Type } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { proposalRefusal } from '../../access/changes/domain/proposal-rules.js';
import { Config } from '../../platform/config/config.js';
import { BatchLoader } from '../../platform/graphql/batch-loader.js';
import type { Caller } from '../../platform/graphql/request-context.js';
import { REQUIRED_SCOPE } from '../../access/scopes/requires.decorator.js';
import type { Scope } from '../../access/scopes/scopes.js';
import { LIVE_ATTEMPT_STATES } from '../core/domain/attempt-state.js';
import type { PayoutModel } from '../core/graphql/payout.model.js';
import { PayoutAttemptsRepository } from '../core/persistence/payout-attempts.repository.js';
import {
  coolOffRefusal,
  isUnconfirmed,
  mayLackAttempt,
  refreshRefusal,
  unconfirmedRefusal,
} from '../evidence/domain/unconfirmed-rules.js';
import { settlingRefusal } from '../evidence/domain/settling-rules.js';
import { PayoutWaitsService } from '../reading/payout-waits.service.js';
import { repeatRefusal } from '../requests/domain/repeat-rules.js';
import { revealRefusal } from '../recipients/domain/reveal-rules.js';
import { ApproversService, type WantedApprover } from '../requests/approvers.service.js';
import {
  type Approver,
  approvalRefusal,
  changeRefusal,
  decliningRefusal,
  withdrawalRefusal,
} from '../requests/domain/request-rules.js';
import { UnconfirmedPayoutsResolver } from '../evidence/graphql/unconfirmed-payouts.resolver.js';
import { RefreshPayoutResolver } from '../polling/graphql/refresh-payout.resolver.js';
import { PayoutRecipientsResolver } from '../recipients/graphql/payout-recipients.resolver.js';
import { PayoutMutationsResolver } from '../requests/graphql/payout-mutations.resolver.js';
import type { PayoutActionKind, PayoutActionModel, PayoutActionRefusal } from './payout-action.model.js';
import { PayoutLoaders } from './payout-loaders.js';

type Answer = Omit<PayoutActionModel, 'kind' | 'isAllowed'>;

type Mutation = (...args: never[]) => unknown;

/** The mutation behind each action. Callers see an action only if they have the mutation's scope. */
const MUTATIONS: Readonly<Record<PayoutActionKind, Mutation>> = {
  APPROVE: mutationOf(PayoutMutationsResolver, 'approvePayout'),
  DECLINE: mutationOf(PayoutMutationsResolver, 'declinePayout'),
  CHANGE: mutationOf(PayoutMutationsResolver, 'changePayout'),
  WITHDRAW: mutationOf(PayoutMutationsResolver, 'withdrawPayout'),
  REPEAT: mutationOf(PayoutMutationsResolver, 'repeatPayout'),
  REFRESH: mutationOf(RefreshPayoutResolver, 'refreshPayout'),
  REVEAL: mutationOf(PayoutRecipientsResolver, 'revealPayoutRecipient'),
  BIND: mutationOf(UnconfirmedPayoutsResolver, 'bindUnconfirmedPayout'),
  CLOSE: mutationOf(UnconfirmedPayoutsResolver, 'closeUnconfirmedPayout'),
  SETTLE: mutationOf(UnconfirmedPayoutsResolver, 'settlePayout'),
};

const KINDS = Object.keys(MUTATIONS) as readonly PayoutActionKind[];

const MINUTE_MS = 60_000;

/** The state of the gate in which the most payouts may be bound. */
const RESTORED = { isOpen: false, restoredAt: new Date(0) };

/** Lists what a caller may do with a payout, applying the rules that the mutations apply. */
@Injectable()
export class PayoutActionsService {
  readonly #approvers: BatchLoader<Approver, WantedApprover>;
  readonly #isOld: BatchLoader<boolean>;

  constructor(
    private readonly config: Config,
    private readonly loaders: PayoutLoaders,
    private readonly reflector: Reflector,
    approvers: ApproversService,
    attempts: PayoutAttemptsRepository,
    private readonly waits: PayoutWaitsService,
  ) {
    this.#approvers = new BatchLoader((wanted) => approvers.findShown(wanted));
    this.#isOld = new BatchLoader(async (ids) => {
      const older = await attempts.findShownOlderThan(ids, config.payouts.closeAfterMinutes);
      return ids.map((id) => older.has(id));
    });
  }

  async list(payout: PayoutModel, caller: Caller): Promise<PayoutActionModel[]> {
    const kinds = KINDS.filter((kind) => caller.scopes.has(this.scopeOf(kind)));
    return Promise.all(
      kinds.map(async (kind) => {
        const answer = await this.answer(kind, payout, caller);
        return { kind, isAllowed: answer.refusal === null, ...answer };
      }),
    );
  }

  private async answer(kind: PayoutActionKind, payout: PayoutModel, caller: Caller): Promise<Answer> {
    switch (kind) {
      case 'APPROVE':
        return now(await this.refuseApproval(payout, caller));
      case 'DECLINE':
        return now(decliningRefusal(payout));
      case 'CHANGE':
        return now(changeRefusal(payout));
      case 'WITHDRAW':
        return now(withdrawalRefusal(payout));
      case 'REPEAT':
        return now(await this.refuseRepeat(payout));
      case 'REFRESH':
        return now(refreshRefusal(payout));
      case 'REVEAL':
        return now(revealRefusal(payout));
      case 'SETTLE':
        return now(settlingRefusal(payout) ?? (await this.refuseProposal(payout, caller)));
      case 'BIND':
      case 'CLOSE':
        return this.answerUnconfirmed(kind, payout, caller);
    }
  }

  private async refuseApproval(payout: PayoutModel, caller: Caller): Promise<PayoutActionRefusal | null> {
    // Only a payout that waits for approval needs the query.
    const refusal = decliningRefusal(payout);
    if (refusal) return refusal;
    const approver = await this.#approvers.load({ payout, callerId: caller.id });
    return approvalRefusal(payout, approver);
  }

  private async refuseRepeat(payout: PayoutModel): Promise<PayoutActionRefusal | null> {
    // Skips the query for every other payout of a page.
    const refusal = repeatRefusal(payout, []);
    if (refusal) return refusal;
    const { members } = await this.loaders.family(payout.id);
    const [first = payout] = members.filter(({ id }) => id === payout.id);
    const others = members.filter(({ id }) => id !== payout.id);
    return repeatRefusal(first, others);
  }

  private async answerUnconfirmed(kind: 'BIND' | 'CLOSE', payout: PayoutModel, caller: Caller): Promise<Answer> {
    if (kind === 'BIND' && (await this.mayLackAttempt(payout))) {
      return now(proposalRefusal(await this.loaders.changeRequest(payout.id), caller.id));
    }
    const attempts = payout.status === 'UNCONFIRMED' ? await this.loaders.attempts(payout.id) : [];
    const live = attempts.find(({ state }) => LIVE_ATTEMPT_STATES.includes(state)) ?? null;
    if (!isUnconfirmed(payout, live)) return now(unconfirmedRefusal(payout));
    const tooEarly = kind === 'CLOSE' ? coolOffRefusal(await this.#isOld.load(live.id)) : null;
    if (tooEarly) {
      const coolOffMs = this.config.payouts.closeAfterMinutes * MINUTE_MS;
      return { refusal: tooEarly, availableAt: new Date(live.claimedAt.getTime() + coolOffMs) };
    }
    return now(await this.refuseProposal(payout, caller));
  }

  private async refuseProposal({ id }: PayoutModel, caller: Caller): Promise<PayoutActionRefusal | null> {
    return proposalRefusal(await this.loaders.changeRequest(id), caller.id);
  }

  private async mayLackAttempt({ status, approvalReason, blockedBy }: PayoutModel): Promise<boolean> {
    const standing = { status, approvalReason, isHeld: blockedBy?.limit === 'MAY_HAVE_BEEN_SENT' };
    // Only a payout that might be bound in some state of the gate needs the query.
    return mayLackAttempt(standing, RESTORED) && mayLackAttempt(standing, await this.waits.gate());
  }

  private scopeOf(kind: PayoutActionKind): Scope {
    return this.reflector.get<Scope>(REQUIRED_SCOPE, MUTATIONS[kind]);
  }
}

/** An answer that will not change just because time passes. */
function now(refusal: PayoutActionRefusal | null): Answer {
  return { refusal, availableAt: null };
}

function mutationOf<Resolver extends object>(resolver: Type<Resolver>, name: keyof Resolver & string): Mutation {
  const methods = resolver.prototype as Readonly<Record<keyof Resolver, Mutation>>;
  return methods[name];
}
