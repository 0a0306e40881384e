import { z } from 'zod';
import { type Destination, recipientAccount, requisitesLike } from './destination.js';

/** Format of each PIX key. The bank verifies check digits: a wrong one fails later, as a status. */
const pixKeys = {
  EMAIL: requisitesLike(/^[^\s@]+@[^\s@]+$/, 'must be an e-mail address'),
  PHONE: requisitesLike(/^(\+?55)?\d{10,11}$/, 'must be a phone number of Brazil'),
  CPF: requisitesLike(/^\d{3}\.?\d{3}\.?\d{3}-?\d{2}$/, 'must be a CPF of 11 digits'),
  CNPJ: requisitesLike(/^[\dA-Z]{2}\.?[\dA-Z]{3}\.?[\dA-Z]{3}\/?[\dA-Z]{4}-?\d{2}$/, 'must be a CNPJ'),
  RANDOM_KEY: requisitesLike(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i, 'must be a random PIX key, which is a UUID'),
};

/** PIX. The interface shows only `EMAIL`; the other payment types are this sandbox's assumption. */
export const brazil: Destination = {
  paymentTypes: Object.keys(pixKeys),
  services: [{ id: 401, name: 'PIX', currency: 'BRL', callingCode: null }],
  rules: z.discriminatedUnion('paymentType', [
    z.object({ paymentType: z.literal('EMAIL'), account: recipientAccount({ requisites: pixKeys.EMAIL }) }),
    z.object({ paymentType: z.literal('PHONE'), account: recipientAccount({ requisites: pixKeys.PHONE }) }),
    z.object({ paymentType: z.literal('CPF'), account: recipientAccount({ requisites: pixKeys.CPF }) }),
    z.object({ paymentType: z.literal('CNPJ'), account: recipientAccount({ requisites: pixKeys.CNPJ }) }),
    z.object({ paymentType: z.literal('RANDOM_KEY'), account: recipientAccount({ requisites: pixKeys.RANDOM_KEY }) }),
  ]),
};
