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
      'Proposes which provider payout an unconfirmed one is. Another person confirms the change request; ' +
      'the payout is bound if a read-back shows the same payout.',
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
      'Proposes that the provider does not have an unconfirmed payout. Another person confirms the change request; ' +
      'the payout is then closed, or sent once more.',
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
      'Proposes how a payout at the provider ended whose answers are absent or rejected. Another person ' +
      'confirms the change request. The payout is never sent again, and later answers of the provider still' +
      ' count.',
  })
  @Requires('payouts:resolve')
  @RefusesInput<SettlePayoutPayload>(async ({ payoutId }: SettlePayoutInput, { payouts }: UnconfirmedPayoutsResolver) =>
    toSettlePayoutPayload({ payout: await payouts.findById(payoutId), changeRequest: null, refusal: null }),
  )
  async settlePayout(
    @Args('input', { description: 'The payout, and how it ended.' }) input: SettlePayoutInput,
    @Context('caller') caller: Caller,
  ): Promise<SettlePayoutPayload> {
    return toSettlePayoutPayload(await this.unconfirmed.settle(toSettleRequest(input, caller.id)));
  }

  /** A mutation and not a query, because it uses up the provider's request budget. */
  @Mutation(() => ProbeProviderPayoutPayload, {
    description:
      'Reads a payout from the provider now and compares it with an unconfirmed one. Binds nothing: ' +
      '`bindUnconfirmedPayout` proposes that.',
  })
  @Requires('payouts:resolve')
  async probeProviderPayout(
    @Args('input', { description: 'The two payouts to compare.' }) {
      payoutId,
      providerPayoutId,
    }: ProbeProviderPayoutInput,
  ): Promise<ProbeProviderPayoutPayload> {
    return toProbeProviderPayoutPayload(await this.probing.probe({ payoutId, providerPayoutId }));
  }
}
