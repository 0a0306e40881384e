import { Injectable } from '@nestjs/common';
import type { Secret } from '../common/secret.js';
import type { ReadLane } from './port/read-lane.js';
import type { SendWindow } from './port/send-window.js';
import { readNothing, type Reading, withoutText } from './client/answer-reading.js';
import { pathId, ProviderHttpClient } from './client/provider-http-client.js';
import type { CallOutcome, ReadOutcome } from './port/call-outcome.js';
import { H2hPort, type ProviderH2hStatus } from './port/h2h.port.js';
import type { ProviderCard, ProviderCredentials, ProviderOrder } from './port/orders.port.js';
import { ProviderProfile } from './profile/provider-profile.js';
import { readH2hStatus, writeCard, writeCode } from './wire/h2h.mapper.js';
import { readOrderReadBack } from './wire/order.mapper.js';

function withoutDetails(reading: Reading<ProviderOrder>): Reading<ProviderOrder> {
  return reading.ok ? { ok: true, value: { ...reading.value, details: [] } } : reading;
}

@Injectable()
export class HttpH2hAdapter extends H2hPort {
  constructor(
    private readonly client: ProviderHttpClient,
    private readonly profile: ProviderProfile,
  ) {
    super();
  }

  async submitCard(
    credentials: ProviderCredentials,
    providerOrderId: string,
    card: ProviderCard,
    window?: SendWindow,
  ): Promise<CallOutcome<ProviderOrder>> {
    const id = pathId(providerOrderId);
    const outcome = await this.client.change(
      {
        operation: 'submitH2hCard',
        credentials,
        ids: { providerOrderId: id },
        path: `/v1/orders/${id}/h2h/card`,
        body: writeCard(card),
        window,
      },
      // The answer is the order object, of which only the id must be present and correct. It may repeat the card.
      { read: (json) => withoutDetails(readOrderReadBack(this.profile, id, json)) },
    );
    return withoutText(outcome);
  }

  async submitCode(
    credentials: ProviderCredentials,
    providerOrderId: string,
    code: Secret,
    window?: SendWindow,
  ): Promise<CallOutcome<null>> {
    const id = pathId(providerOrderId);
    const outcome = await this.client.change(
      {
        operation: 'submitH2hCode',
        credentials,
        ids: { providerOrderId: id },
        path: `/v1/orders/${id}/h2h/code`,
        body: writeCode(code),
        window,
      },
      { read: readNothing },
    );
    return withoutText(outcome);
  }

  async readStatus(
    credentials: ProviderCredentials,
    providerOrderId: string,
    lane: ReadLane = 'interactive',
  ): Promise<ReadOutcome<ProviderH2hStatus>> {
    const id = pathId(providerOrderId);
    return this.client.lookUp(
      {
        operation: 'readH2hStatus',
        credentials,
        ids: { providerOrderId: id },
        path: `/v1/orders/${id}/h2h/status`,
        lane,
      },
      (json) => readH2hStatus(this.profile, json),
    );
  }
}
