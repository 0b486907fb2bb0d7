import { ImageHealthcheck } from '../../src/images/image-configuration';

/** A line of a compose file. */
export interface ComposePlace {
  readonly source: string;
  /** Counts from 1. */
  readonly line: number;
}

/** The start order of a compose project: its active services, sorted by name. */
export interface ComposeProject {
  readonly services: readonly ComposeService[];
}

export interface ComposeService {
  readonly name: string;
  readonly place: ComposePlace;
  /** Sorted by service. */
  readonly dependsOn: readonly ServiceDependency[];
  /** `undefined`: the file contains no health check, so that of the image applies. */
  readonly healthcheck?: ServiceHealthcheck;
  /** `no`, `always`, `on-failure` with or without a number, or `unless-stopped`. */
  readonly restart?: string;
  readonly containerName?: string;
  readonly labels: Readonly<Record<string, string>>;
}

export const CONDITIONS = ['service_started', 'service_healthy', 'service_completed_successfully'] as const;
export type ServiceCondition = (typeof CONDITIONS)[number];

export interface ServiceDependency {
  readonly service: string;
  readonly condition: ServiceCondition;
  /** `false`: the dependent also starts without the service. */
  readonly required: boolean;
  /** Compose restarts the dependent after it has restarted the service. */
  readonly restart: boolean;
  /** Another field than `depends_on` implies the dependency, such as `links`. */
  readonly isImplied?: boolean;
  readonly place: ComposePlace;
}

/** A health check. An `undefined` field is that of the image, or the default of Docker. */
export interface ServiceHealthcheck extends Partial<ImageHealthcheck> {
  /** `disable: true`, or the test `NONE`: the service has no health check. */
  readonly disabled: boolean;
  /** The pause between checks during the start period. */
  readonly startIntervalSeconds?: number;
  readonly place: ComposePlace;
}
