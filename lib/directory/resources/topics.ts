/** The topics of the resource centre (C2.030), in its order, each with its English name. */
export const TOPICS = {
  elearning: 'eLearning',
  releases: 'Release information',
  webinars: 'Monthly issuer webinars',
  implementation: 'Implementation materials',
  training: 'Training materials',
  forms: 'Forms',
  help: 'Online help',
  guides: 'User guides'
} as const;

export type Topic = keyof typeof TOPICS;
export const TOPIC_NAMES = Object.keys(TOPICS) as [Topic, ...Topic[]];
