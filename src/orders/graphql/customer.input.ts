import { Field, InputType } from '@nestjs/graphql';
import { CUSTOMER_FIELDS } from '../../accounts/domain/customer-field.js';
import type { Customer } from '../domain/customer.js';

@InputType('CustomerInput', {
  description: "The payer; the account's terminal profile says which fields a method needs. Sent on, and not stored.",
})
export class CustomerInput {
  @Field(() => String, { nullable: true, description: 'The e-mail address.' })
  email?: string | null;

  @Field(() => String, { nullable: true, description: 'The phone number with country code, such as +491701234567.' })
  phone?: string | null;

  @Field(() => String, { nullable: true, description: 'The first name.' })
  firstName?: string | null;

  @Field(() => String, { nullable: true, description: 'The last name.' })
  lastName?: string | null;

  @Field(() => String, { nullable: true, description: 'The date of birth, YYYY-MM-DD.' })
  birthday?: string | null;

  @Field(() => String, { nullable: true, description: 'The country by its two letters in ISO 3166-1.' })
  country?: string | null;

  @Field(() => String, { nullable: true, description: 'The city.' })
  city?: string | null;

  @Field(() => String, { nullable: true, description: 'The state or region, as cards want it.' })
  region?: string | null;

  @Field(() => String, { nullable: true, description: 'The state or region, as wallets want it.' })
  state?: string | null;

  @Field(() => String, { nullable: true, description: 'The postal code.' })
  postcode?: string | null;

  @Field(() => String, { nullable: true, description: 'The street address.' })
  address?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "The public IP address of the payer's own device, not of the merchant's server.",
  })
  ip?: string | null;
}

/** What was said of the payer; a null says nothing. */
export function toCustomer(input: CustomerInput | null | undefined): Customer {
  const given = CUSTOMER_FIELDS.map((name) => [name, input?.[name]] as const);
  return Object.fromEntries(given.filter(([, value]) => typeof value === 'string'));
}
