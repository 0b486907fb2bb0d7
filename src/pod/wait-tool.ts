/** A program that a check needs and that the wait agent does not contain. */
export type Tool = 'kubectl' | 'curl';

/** The default image of each program. */
export const TOOL_IMAGES: Readonly<Record<Tool, string>> = {
  kubectl: 'registry.k8s.io/kubectl:v1.35.4',
  curl: 'curlimages/curl:8.11.1',
};
