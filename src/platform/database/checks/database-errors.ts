import { QueryFailedError } from 'typeorm';
import { StartError } from '../../config/start-error.js';
import { REFUSES_TLS } from '../connection/passing-errors.js';

export interface DatabaseAddress {
  readonly variable: string;
  readonly url: string;
}

interface Place {
  readonly variable: string;
  readonly host: string;
  readonly database: string;
  /** The address as `role@host/database`, without the password. */
  readonly target: string;
}

type Hint = (place: Place) => string;

const certificate: Hint = ({ variable, host }) =>
  `The certificate of ${host} is not trusted, or not for that name: add sslrootcert=… to ${variable}, or mend the certificate.`;
const unresolved: Hint = ({ variable, host }) => `The name ${host} does not resolve: correct the host in ${variable}.`;
const unreachable: Hint = ({ variable, host }) =>
  `No connection to ${host}: start the server, open the way to it, or correct host and port in ${variable}.`;
const refusedSignIn: Hint = ({ variable, target }) =>
  `The server refuses the role, the password of ${target}, or the way to sign in: correct ${variable}, or pg_hba.conf of the server.`;

/** Keyed by SQLSTATE or by Node's error code. */
const HINTS: Readonly<Record<string, Hint>> = {
  '28P01': refusedSignIn,
  '28000': refusedSignIn,
  '3D000': ({ variable, host, database }) =>
    `The server ${host} has no database "${database}": create it, or correct the name in ${variable}.`,
  '42501': ({ variable, target }) =>
    `The role of ${target} lacks a right: let the owner of the tables run "npm run migrate", which grants it, or correct ${variable}.`,
  '42P01': ({ variable, target }) =>
    `A table is missing in ${target}: run "npm run migrate" there, or restore the database if somebody dropped it. ${variable} may name the wrong one.`,
  '25006': ({ variable, target }) =>
    `The database of ${target} is read-only: name the primary in ${variable}, and see default_transaction_read_only.`,
  '53300': ({ variable, target }) =>
    `The server has no free connection for ${target}: raise max_connections, end other sessions, or lower DATABASE_POOL_SIZE. The address is in ${variable}.`,
  '53100': ({ host }) => `The disk of ${host} is full: make room there.`,
  '55P03': ({ target }) => `Another session of ${target} holds a table: find it in pg_stat_activity, and start again.`,
  '57P03': ({ variable, host }) =>
    `The server ${host} is starting or shutting down. ${variable} leads to it: start again later.`,
  ECONNREFUSED: unreachable,
  ECONNRESET: unreachable,
  ETIMEDOUT: unreachable,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ENOTFOUND: unresolved,
  EAI_AGAIN: unresolved,
  SELF_SIGNED_CERT_IN_CHAIN: certificate,
  DEPTH_ZERO_SELF_SIGNED_CERT: certificate,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: certificate,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: certificate,
  CERT_HAS_EXPIRED: certificate,
  ERR_TLS_CERT_ALTNAME_INVALID: certificate,
};

const NO_TLS: Hint = ({ variable, host }) =>
  `The server ${host} takes no TLS: turn on ssl there, or correct sslmode in ${variable}.`;

/**
 * Explains an error by naming the variable and a remedy, if the table above has one. Otherwise returns the error
 * unchanged.
 */
export function explainDatabaseError(error: unknown, address: DatabaseAddress): unknown {
  if (error instanceof StartError) return error;
  const cause: unknown = error instanceof QueryFailedError ? error.driverError : error;
  if (!(cause instanceof Error)) return error;
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
  const hint = REFUSES_TLS.test(cause.message) ? NO_TLS : HINTS[code];
  if (!hint) return error;
  return new StartError(address.variable, hint(placeOf(address)), { cause: error });
}

/** Runs a step of the start that uses this address, and explains the error if the step fails. */
export async function explained<Result>(address: DatabaseAddress, step: () => Promise<Result>): Promise<Result> {
  try {
    return await step();
  } catch (error) {
    throw explainDatabaseError(error, address);
  }
}

export function placeOf({ variable, url }: DatabaseAddress): Place {
  const { username, hostname, pathname, searchParams } = new URL(url);
  // The directory of a Unix socket is given as the parameter `host`.
  const host = hostname === '' ? (searchParams.get('host') ?? 'this machine') : hostname;
  const database = decodeURIComponent(pathname.slice(1));
  const role = decodeURIComponent(username);
  return { variable, host, database, target: `${role === '' ? '' : `${role}@`}${host}/${database}` };
}
