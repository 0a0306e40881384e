import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { ChaosPlan } from './chaos.schema.js';
import { faultCatalogue } from './fault-catalogue.js';
import { type FaultOn, type FaultRule, faultRuleSchema } from './fault-rule.schema.js';

/** Draws random faults according to a plan. */
export class Chaos {
  private readonly chances = new Map<FaultOn, number>();

  constructor(private readonly plan: ChaosPlan) {}

  /** Returns the fault to apply now, or null. Each call is one draw at this place. */
  draw(on: FaultOn): FaultRule | null {
    const chance = (this.chances.get(on) ?? 0) + 1;
    this.chances.set(on, chance);
    const roll = (what: string) => fractionOf(`${this.plan.seed} ${on} ${chance} ${what}`);
    const fault = pickByRate({ rates: this.plan.rates[on], point: roll('fault') });
    return fault === null ? null : this.complete({ on, fault, roll });
  }

  /** Adds the fault's own fields, from the plan or from the values its schema allows. */
  private complete({ on, fault, roll }: { on: FaultOn; fault: string; roll: (what: string) => number }): FaultRule {
    const { answerDelayMs, webhookDelayMs, copies, location, word } = this.plan;
    const isWebhook = on === 'orderWebhook' || on === 'payoutWebhook';
    const planned = { delayMs: isWebhook ? webhookDelayMs : answerDelayMs, copies, location, word };
    const shape = faultCatalogue.find((entry) => entry.on === on && entry.fault === fault)?.shape ?? {};
    const fields = Object.entries(shape).flatMap(([name, schema]) => {
      const values = name in planned ? [planned[name as keyof typeof planned]] : valuesOf(schema);
      return values.length === 0 ? [] : [[name, values[Math.floor(roll(name) * values.length)]]];
    });
    return faultRuleSchema.parse({ ...Object.fromEntries(fields), on, fault });
  }
}

/** Maps a text to a number from 0 to 1, deterministically. 48 bits of the hash fit a double. */
function fractionOf(text: string): number {
  return createHash('sha256').update(text).digest().readUIntBE(0, 6) / 2 ** 48;
}

function pickByRate({
  rates,
  point,
}: {
  rates: Readonly<Record<string, number | undefined>>;
  point: number;
}): string | null {
  let passed = 0;
  for (const [fault, rate = 0] of Object.entries(rates)) {
    passed += rate;
    if (point < passed) return fault;
  }
  return null;
}

/**
 * Returns every value of an enumerable field. Returns an empty list for other fields, which then take their default.
 */
function valuesOf(schema: unknown): readonly unknown[] {
  if (schema instanceof z.ZodDefault) return valuesOf(schema.unwrap());
  if (schema instanceof z.ZodBoolean) return [false, true];
  if (schema instanceof z.ZodEnum) return schema.options;
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(valuesOf);
  if (schema instanceof z.ZodLiteral) return [...schema.values];
  return [];
}
