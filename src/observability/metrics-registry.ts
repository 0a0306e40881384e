import { Injectable } from '@nestjs/common';
import { Registry } from 'prom-client';

/** The metrics of one application; not prom-client's global registry, which several applications of a test share. */
@Injectable()
export class MetricsRegistry extends Registry {}
