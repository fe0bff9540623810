//! The texts that the catalogue's commands name, as `errata:NAME`.

macro_rules! files {
    ($($folder:literal: $($name:literal)*;)*) => {
        /// Each by the name that commands have for it.
        const FILES: &[(&str, &str)] =
            &[$($(($name, include_str!(concat!("../../", $folder, "/", $name)))),*),*];
    };
}

files! {
    "models/errata":
        "fx01_l19.mover" "fx02_double_increment.mover" "fx03_class_not_stable.mover" "fx04_left_mover_disabled.mover"
        "fx05_reentrant.mover" "fx06_double_acquire.mover" "fx07_access_enabledness.mover"
        "fx08_inference_order.mover" "fx09_dyn_terminal.mover" "fx10_dyn_blocked.mover" "fx11_dyn_no_lfs.mover"
        "fx12_no_feasible_mat.mover" "fx13_after_infeasible.mover" "fx14_three_threads.mover" "local_steps.mover"
        "lower_bound.mover" "no_last_conflict.mover" "one_thread.mover" "phases_at_once.mover"
        "reads_after_cas.mover" "release_unheld.mover";
    "models/bare": "cpc_figure1.mover" "cpc_figure2.mover";
    "models/classic": "lock_order_deadlock.mover";
    "models/fq":
        "counter.mover" "counter_as_printed.mover" "exclusive_revoked.mover" "reentrant.mover" "wait_notify.mover";
    "models/qrr": "example2.mover" "example4.mover";
    "models/dyn": "figure9.mover" "hash_table.mover";
    "models/tsg": "publish_first.run" "publish_last.run" "running.mover";
}

/// A model, a run log or a file of rules.
pub fn file(name: &str) -> Option<&'static str> {
    FILES.iter().chain(moverlog_rules::EXAMPLES).find(|(n, _)| *n == name).map(|(_, text)| *text)
}
