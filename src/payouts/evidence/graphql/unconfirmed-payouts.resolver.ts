import { Args, Context, Mutation, Resolver } from '@nestjs/graphql';
import { Requires } from '../../../access/scopes/requires.decorator.js';
import type { Caller } from '../../../platform/graphql/request-context.js';
import { RefusesInput } from '../../../platform/graphql/validation/refuses-input.js';
import { PayoutsRepository } from '../../core/persistence/payouts.repository.js';
import { ProbeProviderPayoutService } from '../unconfirmed/probe-provider-payout.service.js';
import { UnconfirmedPayoutService } from '../unconfirmed/unconfirmed-payout.service.js';
import {
  BindUnconfirmedPayoutInput,
  BindUnconfirmedPayoutPayload,
  toBindRequest,
  toBindUnconfirmedPayoutPayload,
} from './bind-unconfirmed-payout.js';
import {
  CloseUnconfirmedPayoutInput,
  CloseUnconfirmedPayoutPayload,
  toCloseRequest,
  toCloseUnconfirmedPayoutPayload,
} from './close-unconfirmed-payout.js';
import {
  ProbeProviderPayoutInput,
  ProbeProviderPayoutPayload,
  toProbeProviderPayoutPayload,
} from './probe-provider-payout.js';
import { SettlePayoutInput, SettlePayoutPayload, toSettlePayoutPayload, toSettleRequest } from './settle-payout.js';

/** Mutations with which two people decide about a payout whose outcome cannot be proved. */
@Resolver()
export class UnconfirmedPayoutsResolver {
  constructor(
    private readonly unconfirmed: UnconfirmedPayoutService,
    private readonly probing: ProbeProviderPayoutService,
    readonly payouts: PayoutsRepository,
  ) {}

  @Mutation(() => BindUnconfirmedPayoutPayload, {
    description:
      'Proposes to bind an unconfirmed payout to a provider payout. Another person confirms the change request. The payout is then bound, if a read-back shows that both are the same payout.',
  })
  @Requires('payouts:resolve')
  @RefusesInput<BindUnconfirmedPayoutPayload>(
    async ({ payoutId }: BindUnconfirmedPayoutInput, { payouts }: UnconfirmedPayoutsResolver) =>
      toBindUnconfirmedPayoutPayload({ payout: await payouts.findById(payoutId), changeRequest: null, refusal: null }),
  )
  async bindUnconfirmedPayout(
    @Args('input', { description: 'The Purser payout and the provider payout to link.' })
    input: BindUnconfirmedPayoutInput,
    @Context('caller') caller: Caller,
  ): Promise<BindUnconfirmedPayoutPayload> {
    return toBindUnconfirmedPayoutPayload(await this.unconfirmed.bind(toBindRequest(input, caller.id)));
  }

  @Mutation(() => CloseUnconfirmedPayoutPayload, {
    description:
      'Proposes to close an unconfirmed payout because the provider does not have it. Another person confirms the change request. The payout is then closed, or sent again.',
  })
  @Requires('payouts:resolve')
  @RefusesInput<CloseUnconfirmedPayoutPayload>(
    async ({ payoutId }: CloseUnconfirmedPayoutInput, { payouts }: UnconfirmedPayoutsResolver) =>
      toCloseUnconfirmedPayoutPayload({ payout: await payouts.findById(payoutId), changeRequest: null, refusal: null }),
  )
  async closeUnconfirmedPayout(
    @Args('input', { description: 'The payout to close.' }) input: CloseUnconfirmedPayoutInput,
    @Context('caller') caller: Caller,
  ): Promise<CloseUnconfirmedPayoutPayload> {
    return toCloseUnconfirmedPayoutPayload(await this.unconfirmed.close(toCloseRequest(input, caller.id)));
  }

  @Mutation(() => SettlePayoutPayload, {
    description:
      "Proposes the outcome of a payout that the provider has, if the provider's answers about it are missing or were rejected. Another person confirms the change request. The payout is never sent again, and later answers from the provider still count.",
  })
  @Requires('payouts:resolve')
  @RefusesInput<SettlePayoutPayload>(async ({ payoutId }: SettlePayoutInput, { payouts }: UnconfirmedPayoutsResolver) =>
    toSettlePayoutPayload({ payout: await payouts.findById(payoutId), changeRequest: null, refusal: null }),
  )
  async settlePayout(
    @Args('input', { description: 'The payout, and whether it was paid.' }) input: SettlePayoutInput,
    @Context('caller') caller: Caller,
  ): Promise<SettlePayoutPayload> {
    return toSettlePayoutPayload(await this.unconfirmed.settle(toSettleRequest(input, caller.id)));
  }

  /** A mutation and not a query, because it uses up the provider's request budget. */
  @Mutation(() => ProbeProviderPayoutPayload, {
    description:
      'Reads a payout from the provider now and compares it with an unconfirmed payout. Does not bind the payout; use `bindUnconfirmedPayout` to propose that.',
  })
  @Requires('payouts:resolve')
  async probeProviderPayout(
    @Args('input', { description: 'The unconfirmed payout and the provider payout to compare.' }) {
      payoutId,
      providerPayoutId,
    }: ProbeProviderPayoutInput,
  ): Promise<ProbeProviderPayoutPayload> {
    return toProbeProviderPayoutPayload(await this.probing.probe({ payoutId, providerPayoutId }));
  }
}
