import { Args, Mutation, Resolver } from '@nestjs/graphql';
import { Requires } from '../../../access/scopes/requires.decorator.js';
import { ProbeProviderPayoutService } from '../unconfirmed/probe-provider-payout.service.js';
import {
  ProbeProviderPayoutInput,
  ProbeProviderPayoutPayload,
  toProbeProviderPayoutPayload,
} from './probe-provider-payout.js';

/** Payouts as the provider shows them. It is a mutation because it takes from the provider's request budget. */
@Resolver()
export class ProviderPayoutsResolver {
  constructor(private readonly probing: ProbeProviderPayoutService) {}

  @Mutation(() => ProbeProviderPayoutPayload, {
    description:
      'Reads a payout from the provider now and compares it with an unconfirmed one. Nothing is bound: `bindUnconfirmedPayout` ' +
      'proposes that.',
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
