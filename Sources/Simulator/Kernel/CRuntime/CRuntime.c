#define _GNU_SOURCE
#include "CRuntime.h"

#include <sys/syscall.h>
#include <unistd.h>

#define SWIFT_ASYNC __attribute__((swiftasynccall))
#define ASYNC_CONTEXT __attribute__((swift_async_context))

__thread void *cruntime_owner __attribute__((tls_model("initial-exec"))) = 0;

// swift_task_enqueueGlobal_hook: swift/Runtime/Concurrency.h of the Swift runtime. It is an exported symbol, not a promise of
// the language, so it is declared weak: a runtime without it still links.
typedef __attribute__((swiftcall)) void (*enqueue_original)(void *job);
typedef __attribute__((swiftcall)) void (*enqueue_hook)(void *job, enqueue_original original);
extern enqueue_hook swift_task_enqueueGlobal_hook __attribute__((weak));

static cruntime_adopt adopt_job = 0;

static __attribute__((swiftcall)) void enqueue_global(void *job, enqueue_original original) {
    void *owner = cruntime_owner;
    if (!owner || !adopt_job(owner, job)) original(job);
}

bool cruntime_install_enqueue_hook(cruntime_adopt adopt) {
    if (!&swift_task_enqueueGlobal_hook) return false;
    adopt_job = adopt;
    swift_task_enqueueGlobal_hook = enqueue_global;
    return true;
}

// swift_task_getMainExecutor_hook and swift_task_enqueueMainExecutor: of the same header, weak for the same reason. The main
// actor of Linux hands its jobs to Dispatch without a hook, so what is replaced is the answer to "which executor is it".
typedef struct {
    void *identity;
    uintptr_t implementation;
} executor_reference;
typedef __attribute__((swiftcall)) executor_reference (*main_original)(void);
typedef __attribute__((swiftcall)) executor_reference (*main_hook)(main_original original);
extern main_hook swift_task_getMainExecutor_hook __attribute__((weak));
extern __attribute__((swiftcall)) void swift_task_enqueueMainExecutor(void *job) __attribute__((weak));

static executor_reference main_stand_in = {0, 0};

static __attribute__((swiftcall)) executor_reference get_main_executor(main_original original) {
    return cruntime_owner ? main_stand_in : original();
}

bool cruntime_install_main_executor(void *identity, uintptr_t implementation) {
    if (!&swift_task_getMainExecutor_hook || !&swift_task_enqueueMainExecutor) return false;
    main_stand_in.identity = identity;
    main_stand_in.implementation = implementation;
    swift_task_getMainExecutor_hook = get_main_executor;
    return true;
}

// Async functions (docs/ABI of Swift): whoever calls one makes a context for it, whose first two words are the context of the
// caller and what to call, with the context of the callee, when the callee is done.
typedef struct async_context async_context;
typedef SWIFT_ASYNC void (*async_continuation)(ASYNC_CONTEXT async_context *context);
struct async_context {
    async_context *caller;
    async_continuation resume;
};

// AsyncTask of swift/ABI/Task.h, as far as suspending touches it. `cruntime_probe` and SuspensionProbe compare it with tasks whose
// fields are known before anything is written.
typedef struct {
    uint64_t header[7];
    async_continuation resume;
    async_context *context;
    uint64_t reserved;
    uint64_t accesses[2];
} async_task;

// Of swift/Runtime/Exclusivity.h: takes the accesses that the task has begun from this thread into `state`.
extern void swift_task_exitThreadLocalContext(char *state) __attribute__((weak));
extern void swift_beginAccess(void *pointer, void *buffer, uintptr_t flags, void *counter) __attribute__((weak));
extern void swift_endAccess(void *buffer) __attribute__((weak));

// Callers of an async function read where it is, and how large a context it needs, from a record of that name with `Tu` behind it.
#define ASYNC_RECORD(name)                                                                                                     \
    __asm__(".pushsection .rodata.cruntime_async,\"a\",@progbits\n"                                                             \
            ".p2align 3\n"                                                                                                     \
            ".globl " #name "Tu\n"                                                                                             \
            #name "Tu:\n"                                                                                                      \
            ".long " #name "_here - " #name "Tu\n"                                                                             \
            ".long 16\n"                                                                                                       \
            ".popsection\n")

ASYNC_RECORD(cruntime_suspend);
__attribute__((used, visibility("hidden"))) SWIFT_ASYNC void cruntime_suspend_here(
    void *actor, void *witnesses, async_task *task, ASYNC_CONTEXT async_context *context) {
    task->resume = context->resume;
    task->context = context;
    swift_task_exitThreadLocalContext((char *)task->accesses);
}
SWIFT_ASYNC void cruntime_suspend(void *actor, void *witnesses, async_task *task, ASYNC_CONTEXT async_context *context)
    __attribute__((alias("cruntime_suspend_here")));

ASYNC_RECORD(cruntime_probe);
__attribute__((used, visibility("hidden"))) SWIFT_ASYNC void cruntime_probe_here(
    void *actor, void *witnesses, async_task *task, cruntime_findings *findings, ASYNC_CONTEXT async_context *context) {
    findings->has_task = task == swift_task_getCurrent();
    findings->caller = context->caller;
    findings->accesses = task->accesses[0];
    return context->resume(context);
}
SWIFT_ASYNC void cruntime_probe(
    void *actor, void *witnesses, async_task *task, cruntime_findings *findings, ASYNC_CONTEXT async_context *context)
    __attribute__((alias("cruntime_probe_here")));

bool cruntime_can_suspend(void) { return &swift_task_exitThreadLocalContext && &swift_beginAccess && &swift_endAccess; }

// Flags of swift/ABI/MetadataValues.h: an access that modifies, and that is tracked until it ends.
enum { MODIFY = 0x1, TRACKING = 0x20 };

uintptr_t cruntime_begin_access(void *pointer, cruntime_access *access) {
    swift_beginAccess(pointer, access, MODIFY | TRACKING, 0);
    return (uintptr_t)access;
}

void cruntime_end_access(cruntime_access *access) { swift_endAccess(access); }

void *cruntime_saved_context(void *task) { return ((async_task *)task)->context; }

void cruntime_enqueue_on_main(void *job) { swift_task_enqueueMainExecutor(job); }

bool cruntime_is_main_thread(void) { return syscall(SYS_gettid) == getpid(); }
