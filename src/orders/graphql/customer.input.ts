import { Field, InputType } from '@nestjs/graphql';
import { CUSTOMER_FIELDS, type CustomerField } from '../../desk/accounts/domain/customer-field.js';
import { DomainRule } from '../../platform/graphql/validation/domain-rule.decorator.js';
import { ruleDecorator } from '../../platform/graphql/validation/field-rule.js';
import { type Customer, findCustomerFieldProblem, ruleOfCustomerField } from '../domain/customer.js';

const CustomerRule = (name: CustomerField): PropertyDecorator =>
  ruleDecorator<string>(
    {
      name: 'customer',
      about: `${ruleOfCustomerField(name).replace(/^must (be|have) |\.$/g, '')}, no card number`,
      findProblem: (text) => findCustomerFieldProblem(name, text, new Date()),
    },
    'CUSTOMER_FIELD_INVALID',
  );

/** For a field that is a payer. */
export const RequiredFields = (): PropertyDecorator =>
  DomainRule('with every field that the method requires', 'CUSTOMER_FIELD_REQUIRED');

@InputType('CustomerInput', {
  description: "The payer; the account's terminal profile says which fields a method needs. Sent on, and not stored.",
})
export class CustomerInput {
  @Field(() => String, { nullable: true, description: 'The e-mail address.' })
  @CustomerRule('email')
  email?: string | null;

  @Field(() => String, { nullable: true, description: 'The phone number with country code, such as +491701234567.' })
  @CustomerRule('phone')
  phone?: string | null;

  @Field(() => String, { nullable: true, description: 'The first name.' })
  @CustomerRule('firstName')
  firstName?: string | null;

  @Field(() => String, { nullable: true, description: 'The last name.' })
  @CustomerRule('lastName')
  lastName?: string | null;

  @Field(() => String, { nullable: true, description: 'The date of birth, YYYY-MM-DD.' })
  @CustomerRule('birthday')
  birthday?: string | null;

  @Field(() => String, { nullable: true, description: 'The country by its two letters in ISO 3166-1.' })
  @CustomerRule('country')
  country?: string | null;

  @Field(() => String, { nullable: true, description: 'The city.' })
  @CustomerRule('city')
  city?: string | null;

  @Field(() => String, { nullable: true, description: 'The state or region, as cards want it.' })
  @CustomerRule('region')
  region?: string | null;

  @Field(() => String, { nullable: true, description: 'The state or region, as wallets want it.' })
  @CustomerRule('state')
  state?: string | null;

  @Field(() => String, { nullable: true, description: 'The postal code.' })
  @CustomerRule('postcode')
  postcode?: string | null;

  @Field(() => String, { nullable: true, description: 'The street address.' })
  @CustomerRule('address')
  address?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "The public IP address of the payer's own device, not of the merchant's server.",
  })
  @CustomerRule('ip')
  ip?: string | null;
}

/** The details of the payer that were given; a null says nothing. */
export function toCustomer(input: CustomerInput | null | undefined): Customer {
  const given = CUSTOMER_FIELDS.map((name) => [name, input?.[name]] as const);
  return Object.fromEntries(given.filter(([, value]) => typeof value === 'string'));
}
