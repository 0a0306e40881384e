import { Field, ObjectType } from '@nestjs/graphql';
import type { Facts } from '../audit-entry.js';

@ObjectType('Fact', { description: 'One thing that is known of an object, or would be set.' })
export class FactModel {
  @Field(() => String, { description: 'Name of the fact, such as `amount` or `status`.' })
  name: string;

  @Field(() => String, {
    nullable: true,
    description: 'Value of the fact; null where it has none, or where it is not known.',
  })
  value: string | null;
}

/** A list is shown in one text: its items are ids, scopes and addresses, none of which has a comma. */
export function toFacts(facts: Facts | null): FactModel[] {
  return Object.entries(facts ?? {}).map(([name, value]) => ({ name, value: toText(value) }));
}

function toText(value: Facts[string]): string | null {
  if (value === null) return null;
  return typeof value === 'object' ? value.join(', ') : String(value);
}
