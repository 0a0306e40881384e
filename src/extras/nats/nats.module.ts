import { Global, Module } from '@nestjs/common';
import { Config } from '../../platform/config/config.js';
import type { Extra } from '../../platform/config/extra.js';
import { WakeUp } from '../../platform/events/wake-up/wake-up.port.js';
import { NatsWakeUp } from './nats-wake-up.adapter.js';

@Global()
@Module({
  providers: [{ provide: WakeUp, inject: [Config], useFactory: createNatsWakeUp }],
  exports: [WakeUp],
})
class NatsModule {}

export const NATS: Extra = { name: 'nats', module: NatsModule };

function createNatsWakeUp({ events: { natsUrl } }: Config): WakeUp {
  if (!natsUrl) throw new Error('WAKE_UP was not checked');
  return new NatsWakeUp(natsUrl);
}
