import { Injectable } from '@nestjs/common';
import { findIdsInBody } from '../common/text/json-id.js';
import { pathId, ProviderHttpClient } from './client/provider-http-client.js';
import type { CallOutcome, ReadOutcome } from './port/call-outcome.js';
import type { ProviderCredentials } from './port/orders.port.js';
import {
  type NewProviderPayout,
  PayoutsPort,
  type ProviderBank,
  type ProviderPayout,
  type ProviderPayoutService,
} from './port/payouts.port.js';
import type { ReadLane } from './port/read-lane.js';
import type { SendPermit } from './port/send-permits.js';
import type { SendWindow } from './port/send-window.js';
import { ProviderProfile } from './profile/provider-profile.js';
import { readBanks, readPayoutServices } from './wire/payout-lists.mapper.js';
import { readCreatedPayout, readPayoutReadBack, writeNewPayout } from './wire/payout.mapper.js';

// Enough for the ids of the payout, its owner and its request. Each of them is read back a few times.
const MAX_NAMED_IDS = 5;

@Injectable()
export class HttpPayoutsAdapter extends PayoutsPort {
  constructor(
    private readonly client: ProviderHttpClient,
    private readonly profile: ProviderProfile,
  ) {
    super();
  }

  async createPayout(
    credentials: ProviderCredentials,
    request: NewProviderPayout,
    window?: SendWindow,
    permit?: SendPermit,
  ): Promise<CallOutcome<ProviderPayout>> {
    const body = writeNewPayout(this.profile, request);
    return this.client.change(
      {
        operation: 'createPayout',
        credentials,
        path: '/v1/payouts',
        body,
        window,
        permit,
        isPayout: true,
        ids: { attemptId: request.externalId },
      },
      {
        read: (json) => readCreatedPayout(this.profile, request, json),
        balanceStatuses: this.profile.payoutBalanceStatuses,
        findIds: (received) => findIdsInBody(received, this.profile.payoutWebhookIdPaths, MAX_NAMED_IDS),
      },
    );
  }

  async readPayout(
    credentials: ProviderCredentials,
    providerPayoutId: string,
    lane: ReadLane = 'interactive',
  ): Promise<ReadOutcome<ProviderPayout>> {
    const id = pathId(providerPayoutId);
    return this.client.lookUp(
      { operation: 'readPayout', credentials, ids: { providerPayoutId: id }, path: `/v1/payouts/${id}`, lane },
      (json) => readPayoutReadBack(this.profile, id, json),
    );
  }

  listServices(credentials: ProviderCredentials): Promise<ReadOutcome<readonly ProviderPayoutService[]>> {
    return this.client.lookUp(
      { operation: 'listPayoutServices', credentials, path: '/v1/payouts/services', lane: 'interactive' },
      (json) => readPayoutServices(this.profile, json),
    );
  }

  async listBanks(credentials: ProviderCredentials, phone: string): Promise<ReadOutcome<readonly ProviderBank[]>> {
    // Encoded, because a plus sign in a query string means a space.
    const path = `/v1/payouts/banks?account=${encodeURIComponent(phone)}`;
    return this.client.lookUp({ operation: 'listBanks', credentials, path, lane: 'interactive' }, readBanks);
  }
}
