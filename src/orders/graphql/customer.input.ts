import { Field, InputType } from '@nestjs/graphql';
import { namesOf } from '../../common/names-of.js';
import { CUSTOMER_FIELDS, type CustomerField } from '../../provider/profile/customer-field.js';
import { DeclareFields } from '../../platform/graphql/declare-fields.decorator.js';
import { DomainRule } from '../../platform/graphql/validation/domain-rule.decorator.js';
import { ruleDecorator } from '../../platform/graphql/validation/field-rule.js';
import { type Customer, findCustomerFieldProblem, ruleOfCustomerField } from '../domain/customer.js';

const FIELDS = namesOf(CUSTOMER_FIELDS);

const CustomerRule = (name: CustomerField): PropertyDecorator =>
  ruleDecorator<string>(
    {
      name: 'customer',
      about: `${ruleOfCustomerField(name).replace(/^must (be|have) |\.$/g, '')}, no card number`,
      findProblem: (text) => findCustomerFieldProblem(name, text, new Date()),
    },
    'CUSTOMER_FIELD_INVALID',
  );

export const RequiredFields = (): PropertyDecorator =>
  DomainRule('with every field that the method requires', 'CUSTOMER_FIELD_REQUIRED');

@InputType('CustomerInput', {
  description:
    "The payer. The account's terminal profile says which fields a method requires. Purser sends them to the provider, and stores only a keyed hash and a masked form of the e-mail address and the phone number.",
})
@DeclareFields(FIELDS, (name) => [
  Field(() => String, { nullable: true, description: CUSTOMER_FIELDS[name] }),
  CustomerRule(name),
])
export class CustomerInput extends (Object as unknown as new () => Partial<Record<CustomerField, string | null>>) {}

export function toCustomer(input: CustomerInput | null | undefined): Customer {
  const given = FIELDS.map((name) => [name, input?.[name]] as const);
  return Object.fromEntries(given.filter(([, value]) => typeof value === 'string'));
}
