//! Those who explore, if they are several.

use super::outcome::Options;
use crate::workers::Cluster;
use std::sync::Arc;

/// Threads of this process, or of several.
pub(super) fn crew(options: &Options) -> Option<Arc<Cluster>> {
    let local = || (options.workers > 1).then(|| Arc::new(Cluster::local(options.workers)));
    options.cluster.clone().or_else(local)
}
