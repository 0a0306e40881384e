/** A failed start that the operator can fix by changing a setting, or the thing that the setting points to. */
export class StartError extends Error {
  override readonly name: string = 'StartError';

  /**
   * @param variable the setting at fault
   * @param hint how to fix it; never contains the setting's value, except for names of roles and hosts
   */
  constructor(
    readonly variable: string,
    readonly hint: string,
    options?: ErrorOptions,
  ) {
    super(hint, options);
  }
}

export interface Listening {
  readonly portVariable: string;
  readonly hostVariable: string;
}

/** Explains why Purser cannot listen on an address. Returns the error unchanged if the cause is unknown. */
export function explainListenError(error: unknown, { portVariable, hostVariable }: Listening): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  const explained = (variable: string, hint: string): StartError => new StartError(variable, hint, { cause: error });
  if (code === 'EADDRINUSE') {
    return explained(portVariable, `Another process listens on ${portVariable}: stop it, or choose another port.`);
  }
  if (code === 'EACCES') {
    return explained(portVariable, `This user may not listen on ${portVariable}: choose a port from 1024 up.`);
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return explained(hostVariable, `${hostVariable} is no address of this machine: 0.0.0.0 listens on all of them.`);
  }
  return error;
}
