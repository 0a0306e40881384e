import { Injectable } from '@nestjs/common';
import { withoutText } from './client/answer-reading.js';
import { pathId, ProviderHttpClient } from './client/provider-http-client.js';
import type { CallOutcome, ReadOutcome } from './port/call-outcome.js';
import { type NewProviderOrder, OrdersPort, type ProviderCredentials, type ProviderOrder } from './port/orders.port.js';
import type { ReadLane } from './port/read-lane.js';
import type { SendWindow } from './port/send-window.js';
import { ProviderProfile } from './profile/provider-profile.js';
import { readCreatedOrder, readOrderReadBack, writeNewOrder } from './wire/order.mapper.js';

@Injectable()
export class HttpOrdersAdapter extends OrdersPort {
  constructor(
    private readonly client: ProviderHttpClient,
    private readonly profile: ProviderProfile,
  ) {
    super();
  }

  async createOrder(
    credentials: ProviderCredentials,
    request: NewProviderOrder,
    window?: SendWindow,
  ): Promise<CallOutcome<ProviderOrder>> {
    const outcome = await this.client.change(
      { operation: 'createOrder', credentials, path: '/v1/orders', body: writeNewOrder(request), window },
      { read: (json) => readCreatedOrder(this.profile, request, json) },
    );
    return request.card ? withoutText(outcome) : outcome;
  }

  async readOrder(
    credentials: ProviderCredentials,
    providerOrderId: string,
    lane: ReadLane = 'interactive',
  ): Promise<ReadOutcome<ProviderOrder>> {
    const id = pathId(providerOrderId);
    return this.client.lookUp(
      { operation: 'readOrder', credentials, ids: { providerOrderId: id }, path: `/v1/orders/${id}`, lane },
      (json) => readOrderReadBack(this.profile, id, json),
    );
  }
}
