import { ApiObject } from 'cdk8s';
import { ResourceProps } from 'cdk8s-plus-27';
import { Construct } from 'constructs';
import { COMMON_ARCHITECTURES } from '../agent/binaries';
import { ANYTHING, checkArguments, struct } from '../api/private/kind';
import { errorAt } from '../api/private/problem';
import { loadSeparateBinaries } from '../emit/agent-config-map';
import { validateArchitecture } from '../pod/delivery';
import { CONTEXT } from '../pod/own-names';

const PROPS = struct<ResourceProps>('ResourceProps', { metadata: ANYTHING });

/**
 * A ConfigMap with the wait agent, for clusters in which a platform team installs it once in each namespace. Use its
 * name as `agent.configMap` of the workloads. It contains the binary for the architecture of the construct context
 * `cdk8s-startup-order:architecture`, otherwise those for amd64 and arm64.
 *
 * Writes `immutable: true`. For an update of the library, use a new name.
 */
export class WaitAgentConfigMap extends Construct {
  /**
   * The name of the ConfigMap.
   */
  public readonly name: string;

  /**
   * @param scope the chart
   * @param id the name of the construct
   * @param props metadata
   */
  constructor(scope: Construct, id: string, props: ResourceProps = {}) {
    super(scope, id);
    checkArguments(this.node.path, { props: PROPS }, { props });
    const architecture = this.node.tryGetContext(CONTEXT.architecture);
    const architectures = architecture === undefined ? COMMON_ARCHITECTURES : [String(architecture)];
    const problems = architectures.flatMap(a => validateArchitecture(a, `the context '${CONTEXT.architecture}'`));
    if (problems.length > 0) {
      throw errorAt(this.node.path, ...problems);
    }
    const configMap = new ApiObject(this, 'Resource', {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: props.metadata,
      immutable: true,
      binaryData: loadSeparateBinaries(architectures),
    });
    this.name = configMap.name;
  }
}
